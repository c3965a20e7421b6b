-- A person is one contact in an account: known by the number, or without one by the e-mail address. What a file or
-- a colleague said of them (name, address, merge fields) belongs to the group it was said in.
create table messaging.contacts (
  customer_account text not null,
  id bigint generated always as identity,
  msisdn text collate "C",
  email text,
  email_key text collate "C" generated always as (lower(email)) stored,
  name text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, msisdn),
  check (msisdn is not null or email is not null)
);
create unique index contacts_email on messaging.contacts (customer_account, email_key) where msisdn is null;

create table messaging.contact_groups (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  type text not null default 'sms' check (type in ('sms', 'email', 'airtime')),
  -- Exact: every change of the members happens while this row is locked.
  contacts bigint not null default 0 check (contacts >= 0),
  field_names text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index contact_groups_name on messaging.contact_groups (customer_account, type, lower(name));

-- The number stands here a second time so that a search within a group of a million reads one index. The keys are
-- columns, not expressions: below row-level security only leakproof comparisons of columns may use an index.
create table messaging.group_contacts (
  customer_account text not null,
  group_id bigint not null,
  contact_id bigint not null,
  msisdn text collate "C",
  email text,
  name text not null default '',
  fields jsonb not null default '{}',
  -- The import that wrote the row last, for its undo.
  import_id bigint,
  added_at timestamptz not null default now(),
  tail text collate "C" generated always as (reverse(msisdn)) stored,
  name_key text collate "C" generated always as (lower(name)) stored,
  -- The last word of the name, where there are several.
  surname_key text collate "C" generated always as (case when strpos(name, ' ') > 0 then lower(split_part(name, ' ', -1)) end) stored,
  primary key (customer_account, contact_id, group_id),
  foreign key (customer_account, group_id) references messaging.contact_groups (customer_account, id) on delete cascade,
  foreign key (customer_account, contact_id) references messaging.contacts (customer_account, id)
);
create index group_contacts_order on messaging.group_contacts (customer_account, group_id, added_at, contact_id);
create index group_contacts_msisdn on messaging.group_contacts (customer_account, group_id, msisdn);
create index group_contacts_tail on messaging.group_contacts (customer_account, group_id, tail);
create index group_contacts_name on messaging.group_contacts (customer_account, group_id, name_key);
create index group_contacts_surname on messaging.group_contacts (customer_account, group_id, surname_key);

create table messaging.imports (
  customer_account text not null,
  id bigint generated always as identity,
  group_id bigint,
  group_name text,
  -- Whether the group was made for this import: then an undo takes it away again, if nothing else is in it.
  made_group boolean not null default false,
  -- The merge fields that the group did not have before.
  made_fields text[] not null default '{}',
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done', 'failed', 'undone')),
  attempts integer not null default 0,
  file_name text not null,
  file_path text not null,
  file_sha256 bytea not null,
  bytes bigint not null,
  format text not null default '',
  columns jsonb not null default '[]',
  preview jsonb not null default '[]',
  -- How the reader reads the file: the line of its headings and what each column is.
  mapping jsonb not null default '{}',
  rows_read bigint not null default 0,
  rows_total bigint,
  added bigint not null default 0,
  updated bigint not null default 0,
  refused bigint not null default 0,
  message text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (customer_account, id),
  foreign key (customer_account, group_id) references messaging.contact_groups (customer_account, id) on delete set null (group_id)
);
create index imports_group on messaging.imports (customer_account, group_id);
create index imports_file on messaging.imports (customer_account, file_sha256);

create table messaging.import_refused (
  customer_account text not null,
  import_id bigint not null,
  line bigint not null,
  reason text not null,
  cells jsonb not null,
  primary key (customer_account, import_id, line),
  foreign key (customer_account, import_id) references messaging.imports (customer_account, id) on delete cascade
);

-- What a member row said before an import changed it, for the undo.
create table messaging.import_replaced (
  customer_account text not null,
  import_id bigint not null,
  contact_id bigint not null,
  name text not null,
  email text,
  fields jsonb not null,
  previous_import_id bigint,
  primary key (customer_account, import_id, contact_id),
  foreign key (customer_account, import_id) references messaging.imports (customer_account, id) on delete cascade
);

-- Numbers that must not be messaged: asked by the person (STOP) or by staff.
create table messaging.blacklist (
  customer_account text not null,
  id bigint generated always as identity,
  msisdn text collate "C" not null,
  tail text collate "C" generated always as (reverse(msisdn)) stored,
  reason text not null default '',
  source text not null default 'staff' check (source in ('staff', 'stop', 'import')),
  added_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, msisdn)
);
create index blacklist_tail on messaging.blacklist (customer_account, tail);

-- Called in the middle of a big import, as only the owner may analyse: planned with the statistics from before, every
-- look-up (foreign keys' own included) may read all contacts of the account, and 100,000 rows took minutes.
create function messaging.refresh_statistics(members boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if members then analyze messaging.group_contacts; else analyze messaging.contacts; end if;
end $$;
