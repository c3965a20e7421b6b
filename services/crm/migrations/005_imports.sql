-- Files of leads or contacts, and what became of their rows.
create table crm.imports (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'contact')),
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
  -- What the whole file comes to with the guessed columns, counted at the upload.
  expected jsonb,
  duplicates text not null default 'update' check (duplicates in ('update', 'skip', 'create')),
  -- Whose the new records are: a user of the account with the name they had, or nobody's.
  sales_manager_id text,
  sales_manager text not null default '',
  rows_read bigint not null default 0,
  rows_total bigint,
  created bigint not null default 0,
  updated bigint not null default 0,
  duplicate bigint not null default 0,
  refused bigint not null default 0,
  noted bigint not null default 0,
  -- Of an import that was undone: what it had made or changed and somebody has worked on since.
  left_alone bigint not null default 0,
  message text not null default '',
  user_id text,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (customer_account, id)
);
create index imports_file on crm.imports (customer_account, file_sha256);

create table crm.import_refused (
  customer_account text not null,
  import_id bigint not null,
  line bigint not null,
  kind text not null check (kind in ('refused', 'repeated', 'noted')),
  reason text not null,
  cells jsonb not null,
  primary key (customer_account, import_id, line),
  foreign key (customer_account, import_id) references crm.imports (customer_account, id) on delete cascade
);

-- What a record said before an import changed it, for the undo, and its version afterwards.
create table crm.import_replaced (
  customer_account text not null,
  import_id bigint not null,
  record_id bigint not null,
  before jsonb not null,
  version int not null,
  primary key (customer_account, import_id, record_id),
  foreign key (customer_account, import_id) references crm.imports (customer_account, id) on delete cascade,
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);
create index import_replaced_record on crm.import_replaced (customer_account, record_id);

-- The address in small letters: an index over lower() is of no use under row level security, as lower() is not leakproof.
alter table crm.records
  add column email_key text collate "C" generated always as (lower(email)) stored;
drop index crm.leads_email;
create index records_email on crm.records (customer_account, email_key) where email_key <> '';

-- The import that made a record.
alter table crm.records add column import_id bigint;
create index records_import on crm.records (customer_account, import_id) where import_id is not null;
-- When imported records are taken out again, each is looked for in what may name it.
create index conversions_contact on crm.conversions (customer_account, contact_id);
create index conversions_deal on crm.conversions (customer_account, deal_id) where deal_id is not null;

-- Called in the middle of a big import, as only the owner may analyse.
create function crm.refresh_statistics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  analyze crm.records;
end $$;
revoke all on function crm.refresh_statistics() from public;
grant execute on function crm.refresh_statistics() to jibu_app;
