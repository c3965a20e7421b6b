-- Addresses that are secrets: whoever has one needs no login. The token itself is kept nowhere here.
create table crm.secret_links (
  -- SHA-256 of the token.
  hash bytea primary key,
  customer_account text collate "C" not null,
  kind text not null check (kind in ('calendar', 'sales', 'quote')),
  -- Whose calendar or list of sales, by the user's id; or which quote.
  subject text collate "C" not null,
  created_at timestamptz not null default now(),
  -- When it was last asked for, to ten minutes.
  read_at timestamptz
);
comment on table crm.secret_links is 'no row security: found before the account is known; IDs and proofs only';
create unique index secret_links_subject on crm.secret_links (customer_account, kind, subject);

-- How often an entry of a calendar was changed, and when it last was (RFC 5545: SEQUENCE, DTSTAMP).
alter table crm.appointments
  add column sequence int not null default 0,
  add column changed_at timestamptz not null default now();
alter table crm.tasks
  add column sequence int not null default 0,
  add column changed_at timestamptz not null default now();
alter table crm.appointments no force row level security;
update crm.appointments set changed_at = created_at;
alter table crm.appointments force row level security;
alter table crm.tasks no force row level security;
update crm.tasks set changed_at = coalesce(done_at, created_at);
alter table crm.tasks force row level security;
create index appointments_calendar on crm.appointments (customer_account, user_id, ends_at);
create index tasks_calendar on crm.tasks (customer_account, user_id, due_at);
