-- Further numbers and addresses of leads and contacts. The first ones stay columns of crm.records, so that lists, orders
-- and contracts are what they were. A row with `is_primary` says no more than the label of a first one.
create table crm.contact_points (
  customer_account text not null,
  id bigint generated always as identity,
  record_id bigint not null,
  -- The kind of the record, which never changes: a search is for one kind.
  record_kind text not null check (record_kind in ('lead', 'contact')),
  kind text not null check (kind in ('phone', 'email')),
  -- A number in E.164, an address as it was typed.
  value text not null check (length(value) between 3 and 254),
  -- What it is found by. A number begins with a plus sign and an address has an at sign: no key is both.
  key text collate "C" generated always as (lower(value)) stored,
  -- A number from its end, as crm.records.phone_tail.
  key_tail text collate "C" generated always as (case when kind = 'phone' then reverse(value) end) stored,
  label text not null default 'Other' check (label in ('Mobile', 'Work', 'Home', 'Other')),
  is_primary boolean not null default false,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);
create unique index contact_points_record on crm.contact_points (customer_account, record_id, key);
create index contact_points_key on crm.contact_points (customer_account, key, record_id) where not is_primary;
create index contact_points_tail on crm.contact_points (customer_account, key_tail) where not is_primary;

-- Whatever changes the first number or address of a record (an edit, a merge, an import, an undo), it is not a further one
-- of the same record as well, and a label goes with the number that it is of.
create function crm.follow_primary_points() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from crm.contact_points
  where customer_account = new.customer_account and record_id = new.id and is_primary
    and key not in (new.phone, new.email_key);
  update crm.contact_points set is_primary = true
  where customer_account = new.customer_account and record_id = new.id and not is_primary
    and key in (new.phone, new.email_key);
  return null;
end $$;
create trigger records_points_followed after update of phone, email on crm.records
  for each row when (new.kind <> 'deal' and (new.phone is distinct from old.phone or new.email is distinct from old.email))
  execute function crm.follow_primary_points();

-- An import of many rows may bring as many of these.
create or replace function crm.refresh_statistics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  analyze crm.records;
  analyze crm.contact_points;
end $$;
