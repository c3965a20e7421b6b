-- Offers to a customer. What was sent is kept as it was (quote_versions); this is the newest version.
create table crm.quotes (
  customer_account text not null,
  id bigint generated always as identity,
  -- Counts in the account, without gaps.
  number int not null,
  -- Makes a repeated post one quote.
  key text not null,
  version int not null default 1,
  -- Of who changes it: what they looked at.
  revision int not null default 1,
  state text not null default 'draft' check (state in ('draft', 'sent', 'accepted', 'declined')),
  deal_id bigint,
  contact_id bigint,
  currency text not null,
  vat_mode text not null check (vat_mode in ('added', 'included')),
  -- product_id (or null), name, quantity, price_cents of one, vat, and the cents that follow from them (rules/quotes).
  lines jsonb not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null check (total_cents = net_cents + vat_cents),
  valid_until date not null,
  -- When that day ends in the account's zone.
  expires_at timestamptz not null,
  terms text not null default '',
  -- What stands in the customer's address; null: it was never sent.
  token text collate "C",
  sent_at timestamptz,
  answered_at timestamptz,
  answered_by text not null default '',
  decline_reason text not null default '',
  sale_id bigint,
  by_id text,
  by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, number),
  unique (customer_account, key),
  check (deal_id is not null or contact_id is not null),
  foreign key (customer_account, deal_id) references crm.records (customer_account, id),
  foreign key (customer_account, contact_id) references crm.records (customer_account, id),
  foreign key (customer_account, sale_id) references crm.sales (customer_account, id)
);
create index quotes_deal on crm.quotes (customer_account, deal_id, id) where deal_id is not null;
create index quotes_contact on crm.quotes (customer_account, contact_id, id) where contact_id is not null;

-- The number that an account's last quote has.
create table crm.quote_numbers (
  customer_account text not null primary key,
  last int not null
);

-- What a customer was sent, to the letter.
create table crm.quote_versions (
  customer_account text not null,
  quote_id bigint not null,
  version int not null,
  document jsonb not null,
  sent_at timestamptz not null,
  sent_by text not null default '',
  primary key (customer_account, quote_id, version),
  foreign key (customer_account, quote_id) references crm.quotes (customer_account, id) on delete cascade
);
