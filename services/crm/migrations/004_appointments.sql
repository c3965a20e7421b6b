-- Meetings with a lead, a contact or about a deal. Instants; the account's zone is only shown.
create table crm.appointments (
  customer_account text not null,
  id bigint generated always as identity,
  record_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  place text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Whose it is: a user of the account, with the name they had.
  user_id text,
  user_name text not null default '',
  state text not null default 'scheduled' check (state in ('scheduled', 'done', 'cancelled')),
  -- Minutes before the start at which the person is reminded; null: not at all.
  remind_minutes int check (remind_minutes between 0 and 20160),
  reminded_at timestamptz,
  by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  check (ends_at > starts_at),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);
create index appointments_record on crm.appointments (customer_account, record_id, id);
create index appointments_start on crm.appointments (customer_account, starts_at, id) where state = 'scheduled';
create index appointments_user on crm.appointments (customer_account, user_id, starts_at) where state = 'scheduled';
