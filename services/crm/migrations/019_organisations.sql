-- The words of an organisation's name, as those of crm.records.company_key.
create function crm.organisation_key(given text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select crm.word_key(given, array['ltd', 'limited', 'plc', 'inc', 'llc', 'company', 'co', 'the', 'and'])
$$;

-- Companies and other organisations that contacts and deals belong to. What a record says as its company stays as typed;
-- crm.organisation_records says which organisation is meant.
create table crm.organisations (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  -- The words of the name as those of crm.records.company_key: several organisations may have the same.
  name_key text collate "C" generated always as (crm.organisation_key(name)) stored,
  name_start text collate "C" generated always as (lower(name)) stored,
  website text not null default '' check (length(website) <= 200),
  -- The host of the website without www.
  domain text not null default '' collate "C",
  phone text not null default '' collate "C",
  email text not null default '' check (length(email) <= 254),
  email_key text collate "C" generated always as (lower(email)) stored,
  town text not null default '' check (length(town) <= 100),
  address text not null default '' check (length(address) <= 300),
  -- The KRA PIN.
  tax_pin text not null default '' check (length(tax_pin) <= 20),
  note text not null default '' check (length(note) <= 5000),
  sales_manager_id text,
  sales_manager text not null default '',
  -- The import whose sheet named it first: the undo of the import takes it out again if nothing else came to it.
  import_id bigint,
  version int not null default 1,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create index organisations_name on crm.organisations (customer_account, name_start, id);
create index organisations_key on crm.organisations (customer_account, name_key, id) where name_key <> '';
create index organisations_domain on crm.organisations (customer_account, domain, id) where domain <> '';
create index organisations_phone on crm.organisations (customer_account, phone, id) where phone <> '';
create index organisations_email on crm.organisations (customer_account, email_key, id) where email_key <> '';
create index organisations_manager on crm.organisations (customer_account, sales_manager_id, id);
create index organisations_import on crm.organisations (customer_account, import_id) where import_id is not null;

create table crm.organisation_changes (
  customer_account text not null,
  id bigint generated always as identity,
  organisation_id bigint not null,
  at timestamptz not null default now(),
  by text not null default '',
  field text not null,
  before text not null default '',
  after text not null default '',
  primary key (customer_account, id),
  foreign key (customer_account, organisation_id) references crm.organisations (customer_account, id) on delete cascade
);
create index organisation_changes_organisation on crm.organisation_changes (customer_account, organisation_id, id);

-- The organisation of a contact or a deal: none or one. It is a narrow table of its own, as a column of crm.records would
-- have made every record new in twenty indexes. There is no foreign key to the records: the trigger removes the rows, so
-- that the deletion of leads does not look here.
create table crm.organisation_records (
  customer_account text not null,
  record_id bigint not null,
  organisation_id bigint not null,
  kind text not null check (kind in ('contact', 'deal')),
  primary key (customer_account, record_id),
  foreign key (customer_account, organisation_id) references crm.organisations (customer_account, id) on delete cascade
);
create index organisation_records_organisation
  on crm.organisation_records (customer_account, organisation_id, kind, record_id);

create function crm.remove_organisation_record() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from crm.organisation_records where customer_account = old.customer_account and record_id = old.id;
  return null;
end $$;
create trigger records_organisation_removed after delete on crm.records
  for each row when (old.kind <> 'lead') execute function crm.remove_organisation_record();

-- The organisation that a conversion made, for its undo.
alter table crm.conversions add column organisation_id bigint;

-- Accounts whose contacts and deals were there before: a job makes organisations of what they say as their company, in
-- sets. Read before any account is known.
create table crm.organisation_scans (
  customer_account text collate "C" primary key,
  finished_at timestamptz
);
comment on table crm.organisation_scans is 'no row security: read to know whose records to link; IDs only';
alter table crm.stages no force row level security;
insert into crm.organisation_scans (customer_account) select distinct customer_account from crm.stages;
alter table crm.stages force row level security;
