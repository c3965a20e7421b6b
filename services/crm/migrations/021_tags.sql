-- Words of the account's own that its leads, contacts and deals are marked with.
create table crm.tags (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 40 and name !~ '[,;\r\n]'),
  -- Two tags that differ in their letters' size alone are one.
  key text collate "C" generated always as (lower(name)) stored,
  -- The import that named it first: its undo takes it away again if nothing has it then.
  import_id bigint,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index tags_key on crm.tags (customer_account, key);
create index tags_import on crm.tags (customer_account, import_id) where import_id is not null;

create table crm.record_tags (
  customer_account text not null,
  record_id bigint not null,
  tag_id bigint not null,
  -- The kind of the record, which never changes: a list and a count are of one kind.
  record_kind text not null check (record_kind in ('lead', 'contact', 'deal')),
  primary key (customer_account, record_id, tag_id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade,
  foreign key (customer_account, tag_id) references crm.tags (customer_account, id) on delete cascade
);
create index record_tags_tag on crm.record_tags (customer_account, tag_id, record_kind, record_id);

-- An import of many rows may bring as many of these.
create or replace function crm.refresh_statistics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  analyze crm.records;
  analyze crm.contact_points;
  analyze crm.record_tags;
end $$;
