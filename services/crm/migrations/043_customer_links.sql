-- What people say of two numbers or addresses: both belong to one customer, or to two. The customer page follows the
-- first and does not follow the second, whatever records have them together.
create table crm.customer_links (
  customer_account text not null,
  id bigint generated always as identity,
  -- Numbers in E.164 and addresses in small letters, the one that sorts first first.
  first_key text collate "C" not null check (length(first_key) between 3 and 254),
  second_key text collate "C" not null check (length(second_key) between 3 and 254),
  relation text not null check (relation in ('same', 'different')),
  by text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id),
  check (first_key < second_key)
);
create unique index customer_links_pair on crm.customer_links (customer_account, first_key, second_key);
create index customer_links_second on crm.customer_links (customer_account, second_key);
