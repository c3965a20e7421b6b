-- Fields that an account adds to its leads, contacts or deals.
create table crm.custom_fields (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'contact', 'deal')),
  name text not null check (length(name) between 1 and 60),
  type text not null check (type in ('text', 'number', 'money', 'date', 'choice', 'choices', 'link')),
  required boolean not null default false,
  is_unique boolean not null default false,
  help text not null default '' check (length(help) <= 200),
  -- Of every amount in a field for money.
  currency text not null default 'KES',
  -- Of each choice its id, its label and whether it can still be chosen.
  choices jsonb not null default '[]',
  rank int not null,
  archived_at timestamptz,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index custom_fields_name on crm.custom_fields (customer_account, kind, lower(name));

-- What a record says in these fields, by the id of the field. Merges, imports and conversions keep it with the record.
alter table crm.records add column custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object');

-- The same values, one in a row, to find records by them and to keep unique ones apart. The trigger below alone writes it.
-- A GIN index over the column is of no use under row level security, as @> is not leakproof. There is no foreign key to the
-- records: the trigger removes the rows, and only records with values pay for it.
create table crm.custom_values (
  customer_account text not null,
  field_id bigint not null,
  record_id bigint not null,
  -- In small letters; of several choices there is a row for each.
  key text not null collate "C",
  -- Numbers, cents, and days since 1970, to be found between two of them.
  ordered double precision,
  is_unique boolean not null,
  primary key (customer_account, record_id, field_id, key),
  foreign key (customer_account, field_id) references crm.custom_fields (customer_account, id) on delete cascade
);
create index custom_values_key on crm.custom_values (customer_account, field_id, key, record_id);
create index custom_values_ordered on crm.custom_values (customer_account, field_id, ordered, record_id)
  where ordered is not null;
create unique index custom_values_unique on crm.custom_values (customer_account, field_id, key) where is_unique;

-- Whoever saves values waits for whoever changes the fields, and the other way round: a field is unique for all or for none.
create function crm.index_custom_values() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from crm.custom_values where customer_account = old.customer_account and record_id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('crm.custom_fields ' || new.customer_account, 0));
  insert into crm.custom_values (customer_account, field_id, record_id, key, ordered, is_unique)
  select f.customer_account, f.id, new.id, lower(v.item #>> '{}'),
    case
      when f.type in ('number', 'money') then (v.item #>> '{}')::double precision
      when f.type = 'date' then (v.item #>> '{}')::date - date '1970-01-01'
    end,
    f.is_unique and f.archived_at is null
  from jsonb_each(new.custom) e (field, value)
  join crm.custom_fields f on f.customer_account = new.customer_account and f.id = e.field::bigint
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end) v (item)
  on conflict (customer_account, record_id, field_id, key) do nothing;
  return null;
end $$;
create trigger records_custom_added after insert on crm.records
  for each row when (new.custom <> '{}') execute function crm.index_custom_values();
create trigger records_custom_changed after update of custom on crm.records
  for each row when (new.custom is distinct from old.custom) execute function crm.index_custom_values();
create trigger records_custom_removed after delete on crm.records
  for each row when (old.custom <> '{}') execute function crm.index_custom_values();
