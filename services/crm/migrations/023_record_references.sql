-- What belongs to a record has its foreign key to the record's row here, which there is from the first of them on. A record
-- that nothing belongs to, as nearly all of an import, is deleted with one look here in place of one in each table.
create table crm.record_references (
  customer_account text not null,
  record_id bigint not null,
  primary key (customer_account, record_id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);

-- As a foreign key to the record would, it waits for whoever has locked the record.
create function crm.refer_to_record() returns trigger
language plpgsql set search_path = '' as $$
declare
  referred bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  perform from crm.records where customer_account = new.customer_account and id = referred for key share;
  insert into crm.record_references (customer_account, record_id) values (new.customer_account, referred)
    on conflict do nothing;
  return new;
end $$;

-- Numbers, addresses and tags stay with the record itself: an import brings as many of them as records.
do $$
declare
  key record;
begin
  for key in
    select r.relname as child, k.conname as name, a.attname as field, k.confdeltype as on_delete
    from pg_constraint k join pg_class r on r.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
    where k.contype = 'f' and k.confrelid = 'crm.records'::regclass
      and r.relname not in ('record_references', 'contact_points', 'record_tags')
    order by 1, 3
  loop
    execute format('alter table crm.%I no force row level security', key.child);
    execute format(
      'insert into crm.record_references (customer_account, record_id)
        select distinct customer_account, %1$I from crm.%2$I where %1$I is not null on conflict do nothing',
      key.field, key.child);
    execute format('alter table crm.%I force row level security', key.child);
    execute format('alter table crm.%I drop constraint %I', key.child, key.name);
    execute format(
      'alter table crm.%1$I add constraint %2$I foreign key (customer_account, %3$I)
        references crm.record_references (customer_account, record_id) %4$s',
      key.child, key.child || '_' || key.field, key.field,
      case key.on_delete
        when 'c' then 'on delete cascade' when 'r' then 'on delete restrict'
        when 'n' then format('on delete set null (%I)', key.field) else '' end);
    execute format(
      'create trigger %1$I before insert or update of %2$I on crm.%3$I
        for each row when (new.%2$I is not null) execute function crm.refer_to_record(%2$L)',
      key.child || '_' || key.field, key.field, key.child);
  end loop;
end $$;

-- The same as records_phone: numbers are compared by their bytes in both.
drop index crm.records_phone_start;
