-- What a change of many records at once made of each, so that it can be undone for a day.
create table crm.bulk_changes (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'contact', 'deal')),
  what text not null check (what in ('stage', 'sales manager', 'fields', 'tags', 'sequence')),
  by text not null default '',
  at timestamptz not null,
  undone_at timestamptz,
  primary key (customer_account, id)
);
create index bulk_changes_at on crm.bulk_changes (customer_account, at);

create table crm.bulk_change_records (
  customer_account text not null,
  change_id bigint not null,
  record_id bigint not null,
  -- What the record said of it before, and what the change wrote.
  before jsonb not null,
  after jsonb not null,
  primary key (customer_account, change_id, record_id),
  foreign key (customer_account, change_id) references crm.bulk_changes (customer_account, id) on delete cascade,
  constraint bulk_change_records_record_id foreign key (customer_account, record_id)
    references crm.record_references (customer_account, record_id) on delete cascade
);
create index bulk_change_records_record on crm.bulk_change_records (customer_account, record_id);
create trigger bulk_change_records_record_id before insert or update of record_id on crm.bulk_change_records
  for each row when (new.record_id is not null) execute function crm.refer_to_record('record_id');
