-- What is sold, and what was. A product that is deleted stays with the sales that have it.
create table crm.products (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  price_cents bigint not null check (price_cents >= 0),
  currency text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (customer_account, id)
);
create unique index products_name on crm.products (customer_account, lower(name)) where deleted_at is null;

create table crm.sales (
  customer_account text not null,
  id bigint generated always as identity,
  key text not null,
  contact_id bigint,
  deal_id bigint,
  currency text not null,
  total_cents bigint not null,
  -- What was sold: product_id (or null), name, quantity, price_cents of one.
  lines jsonb not null,
  sold_on date not null,
  by_id text,
  by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, key),
  foreign key (customer_account, contact_id) references crm.records (customer_account, id),
  foreign key (customer_account, deal_id) references crm.records (customer_account, id)
);
create index sales_contact on crm.sales (customer_account, contact_id, id) where contact_id is not null;
create index sales_deal on crm.sales (customer_account, deal_id) where deal_id is not null;
create index sales_day on crm.sales (customer_account, sold_on, id);
