-- The two foreign keys of group_contacts asked once a row and locked once a row: 40 % of an import of 100,000 contacts.
-- The same promises are kept here for all rows of a statement at once (docs/decisions, members by the set).
alter table messaging.group_contacts
  drop constraint group_contacts_customer_account_group_id_fkey,
  drop constraint group_contacts_customer_account_contact_id_fkey;

-- A member's group and contact exist, and stay until the member is committed: whoever deletes them waits for the lock.
-- The limits and settings keep it one look-up a row, whatever the planner believed when it made the plan, which the
-- connection keeps.
create function messaging.members_belong() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  wanted bigint;
  there bigint;
begin
  with groups as (select distinct f.customer_account, f.group_id from fresh f)
    select count(*), count(found.yes) into wanted, there
    from groups left join lateral (
      select true as yes from messaging.contact_groups g
      where g.customer_account = groups.customer_account and g.id = groups.group_id limit 1 for key share) found on true;
  if there <> wanted then
    raise foreign_key_violation using message = 'a member of a group that does not exist';
  end if;

  select count(*), count(found.yes) into wanted, there
    from fresh f left join lateral (
      select true as yes from messaging.contacts c
      where c.customer_account = f.customer_account and c.id = f.contact_id limit 1 for key share) found on true;
  if there <> wanted then
    raise foreign_key_violation using message = 'a member who is no contact';
  end if;
  return null;
end $$;
create trigger members_belong after insert on messaging.group_contacts
  referencing new table as fresh for each statement execute function messaging.members_belong();

create function messaging.keys_stand() returns trigger language plpgsql set search_path = '' as $$
begin
  raise foreign_key_violation using message = format('the keys of %s do not change', tg_table_name);
end $$;
create trigger keys_stand before update of customer_account, group_id, contact_id on messaging.group_contacts
  for each row when ((old.customer_account, old.group_id, old.contact_id)
    is distinct from (new.customer_account, new.group_id, new.contact_id))
  execute function messaging.keys_stand();
create trigger keys_stand before update of customer_account, id on messaging.contacts
  for each row when ((old.customer_account, old.id) is distinct from (new.customer_account, new.id))
  execute function messaging.keys_stand();
create trigger keys_stand before update of customer_account, id on messaging.contact_groups
  for each row when ((old.customer_account, old.id) is distinct from (new.customer_account, new.id))
  execute function messaging.keys_stand();

-- A group's members go with it, as they did; a contact that is in a group does not go.
create function messaging.members_go() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  leaving record;
begin
  for leaving in select g.customer_account, g.id from gone g loop
    delete from messaging.group_contacts m
      where m.customer_account = leaving.customer_account and m.group_id = leaving.id;
  end loop;
  return null;
end $$;
create trigger members_go after delete on messaging.contact_groups
  referencing old table as gone for each statement execute function messaging.members_go();

create function messaging.contacts_are_free() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $$
begin
  if exists (select from gone g cross join lateral (
      select from messaging.group_contacts m
      where m.customer_account = g.customer_account and m.contact_id = g.id limit 1) m) then
    raise foreign_key_violation using message = 'a contact that is in a group';
  end if;
  return null;
end $$;
create trigger contacts_are_free after delete on messaging.contacts
  referencing old table as gone for each statement execute function messaging.contacts_are_free();

-- A group's number is one of its own in the whole table, so an index need not compare the account before it: a quarter
-- less to do for every member that is added. (Row-level security still looks at the account of every row found.)
drop index messaging.group_contacts_order;
drop index messaging.group_contacts_msisdn;
drop index messaging.group_contacts_tail;
drop index messaging.group_contacts_name;
drop index messaging.group_contacts_surname;
create index group_contacts_order on messaging.group_contacts (group_id, added_at, contact_id);
create index group_contacts_msisdn on messaging.group_contacts (group_id, msisdn);
create index group_contacts_tail on messaging.group_contacts (group_id, tail);
create index group_contacts_name on messaging.group_contacts (group_id, name_key);
create index group_contacts_surname on messaging.group_contacts (group_id, surname_key);
