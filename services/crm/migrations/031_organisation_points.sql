-- Further numbers and addresses of organisations, as those of leads and contacts (020). The first ones stay columns of
-- crm.organisations. A row with `is_primary` says no more than the label of a first one.
create table crm.organisation_points (
  customer_account text not null,
  id bigint generated always as identity,
  organisation_id bigint not null,
  kind text not null check (kind in ('phone', 'email')),
  -- A number in E.164, an address as it was typed.
  value text not null check (length(value) between 3 and 254),
  -- What it is found by. A number begins with a plus sign and an address has an at sign: no key is both.
  key text collate "C" generated always as (lower(value)) stored,
  label text not null default 'Other' check (label in ('Mobile', 'Work', 'Home', 'Other')),
  is_primary boolean not null default false,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, organisation_id) references crm.organisations (customer_account, id) on delete cascade
);
create unique index organisation_points_organisation on crm.organisation_points (customer_account, organisation_id, key);
create index organisation_points_key on crm.organisation_points (customer_account, key, organisation_id)
  where not is_primary;

-- What is the first number or address of an organisation is not a further one as well, and a label goes with the number
-- that it is of.
create function crm.follow_primary_organisation_points() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from crm.organisation_points
  where customer_account = new.customer_account and organisation_id = new.id and is_primary
    and key not in (new.phone, new.email_key);
  update crm.organisation_points set is_primary = true
  where customer_account = new.customer_account and organisation_id = new.id and not is_primary
    and key in (new.phone, new.email_key);
  return null;
end $$;
create trigger organisations_points_followed after update of phone, email on crm.organisations
  for each row when (new.phone is distinct from old.phone or new.email is distinct from old.email)
  execute function crm.follow_primary_organisation_points();
