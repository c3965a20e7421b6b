-- The foreign keys from people and messages of a run to the run asked once a row. The same promises are kept here for all
-- rows of a statement at once, as those of messaging.group_contacts are.
alter table survey.recipients drop constraint recipients_customer_account_instance_id_fkey;
alter table survey.messages drop constraint messages_customer_account_instance_id_fkey;

-- The run exists, and stays until the rows are committed: whoever deletes it waits for the lock.
create function survey.instances_exist() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  wanted bigint;
  there bigint;
begin
  with named as (select distinct f.customer_account, f.instance_id from fresh f)
    select count(*), count(found.yes) into wanted, there
    from named left join lateral (
      select true as yes from survey.instances i
      where i.customer_account = named.customer_account and i.id = named.instance_id limit 1 for key share) found on true;
  if there <> wanted then
    raise foreign_key_violation using message = format('%s of a run that does not exist', tg_table_name);
  end if;
  return null;
end $$;
create trigger instances_exist after insert on survey.recipients
  referencing new table as fresh for each statement execute function survey.instances_exist();
create trigger instances_exist after insert on survey.messages
  referencing new table as fresh for each statement execute function survey.instances_exist();

create function survey.instance_keys_stay() returns trigger language plpgsql set search_path = '' as $$
begin
  raise foreign_key_violation using message = format('the keys of %s do not change', tg_table_name);
end $$;
create trigger instance_keys_stay before update of customer_account, instance_id on survey.recipients
  for each row when ((old.customer_account, old.instance_id) is distinct from (new.customer_account, new.instance_id))
  execute function survey.instance_keys_stay();
create trigger instance_keys_stay before update of customer_account, instance_id on survey.messages
  for each row when ((old.customer_account, old.instance_id) is distinct from (new.customer_account, new.instance_id))
  execute function survey.instance_keys_stay();
create trigger instance_keys_stay before update of customer_account, id on survey.instances
  for each row when ((old.customer_account, old.id) is distinct from (new.customer_account, new.id))
  execute function survey.instance_keys_stay();

-- People and messages go with their run, as they did.
create function survey.instances_go() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off as $$
declare
  leaving record;
begin
  for leaving in select g.customer_account, g.id from gone g loop
    delete from survey.messages m
      where m.customer_account = leaving.customer_account and m.instance_id = leaving.id;
    delete from survey.recipients r
      where r.customer_account = leaving.customer_account and r.instance_id = leaving.id;
  end loop;
  return null;
end $$;
create trigger instances_go after delete on survey.instances
  referencing old table as gone for each statement execute function survey.instances_go();

-- Each message is written twice, the second time in the place that is left beside it: no index changes then.
alter table survey.messages set (fillfactor = 70);
