-- The words of a name or a company as they are compared: small letters without accents, sorted, without the dropped ones.
create function crm.word_key(given text, dropped text[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036f''`.]', '', 'g'),
      '[[:space:][:punct:]]+', ' ', 'g'), ' ') word
  where word <> '' and not word = any (dropped)
$$;

alter table crm.records
  add column name_key text collate "C" generated always as
    (crm.word_key(name, array['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'eng', 'hon'])) stored,
  add column company_key text collate "C" generated always as
    (crm.word_key(company, array['ltd', 'limited', 'plc', 'inc', 'llc', 'company', 'co', 'the', 'and'])) stored;
create index records_company on crm.records (customer_account, kind, company_key, name_key, id) where company_key <> '';
drop index crm.leads_phone;
create index records_phone on crm.records (customer_account, phone, id) where phone <> '';
drop index crm.records_email;
create index records_email on crm.records (customer_account, email_key, id) where email_key <> '';

-- Two records of one kind that may be the same. Whoever says that they are not is believed for good. There are no foreign
-- keys: they would make two who save records of a pair wait for each other's rows. Pairs of gone records are swept.
create table crm.duplicate_pairs (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'contact')),
  first_id bigint not null,
  second_id bigint not null,
  reasons text[] not null check (reasons <@ array['phone', 'email', 'name', 'near name']),
  score smallint not null check (score between 1 and 100),
  state text not null default 'open' check (state in ('open', 'different')),
  found_at timestamptz not null default now(),
  decided_by text not null default '',
  decided_at timestamptz,
  primary key (customer_account, id),
  check (first_id < second_id)
);
create unique index duplicate_pairs_records on crm.duplicate_pairs (customer_account, first_id, second_id);
create index duplicate_pairs_second on crm.duplicate_pairs (customer_account, second_id);
create index duplicate_pairs_open on crm.duplicate_pairs (customer_account, score, id) where state = 'open';

-- A record that was merged into another is kept here whole, beside what the merge changed and moved, for the undo.
create table crm.merges (
  customer_account text not null,
  -- The pair that was merged; it comes back with the undo.
  pair_id bigint not null,
  kind text not null check (kind in ('lead', 'contact')),
  kept_id bigint not null,
  merged_id bigint not null,
  -- The row of the merged record, and what the kept one said before.
  merged jsonb not null,
  kept_before jsonb not null,
  -- Of the kept record after the merge: with another one it was worked on since.
  kept_version int not null,
  -- By table the ids of the rows that moved, and the rows that were put aside.
  moved jsonb not null,
  by text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, pair_id),
  foreign key (customer_account, kept_id) references crm.records (customer_account, id)
);
create unique index merges_merged on crm.merges (customer_account, merged_id);
create index merges_kept on crm.merges (customer_account, kept_id);

-- How far the search over all records of an account is: read before any account is known.
create table crm.duplicate_scans (
  customer_account text collate "C" primary key,
  finished_at timestamptz
);
comment on table crm.duplicate_scans is 'no row security: read to know whose records to compare; IDs only';
alter table crm.stages no force row level security;
insert into crm.duplicate_scans select distinct customer_account from crm.stages;
alter table crm.stages force row level security;
