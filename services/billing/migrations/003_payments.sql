-- Money coming in: an M-Pesa prompt or a bank slip. A payment reaches the ledger once, under its own id.
create table billing.payments (
  customer_account text not null,
  id bigint generated always as identity,
  key text not null,
  source text not null check (source in ('mpesa', 'bank')),
  state text not null default 'requested'
    check (state in ('requested', 'prompted', 'paid', 'refused', 'timed_out', 'unknown', 'parked')),
  amount_cents bigint not null check (amount_cents > 0),
  credited_cents bigint not null default 0 check (credited_cents >= 0),
  phone text not null default '',
  bank text not null default '',
  reference text not null default '',
  paid_on date,
  file_id text,
  note text not null default '',
  invoice_id bigint,
  user_id text,
  asked_by text not null default '',
  asked_at timestamptz not null default now(),
  -- Written before the prompt is sent: what has it is never sent again.
  push_at timestamptz,
  merchant_id text,
  checkout_id text,
  -- M-Pesa said by query that it is paid, while its callback with the amount is still on its way.
  confirmed_at timestamptz,
  checked_at timestamptz,
  checks bigint not null default 0,
  done_at timestamptz,
  decided_by text not null default '',
  decided_user text,
  reason text not null default '',
  primary key (customer_account, id),
  unique (customer_account, key)
);
create index payments_checkout on billing.payments (customer_account, checkout_id);
create index payments_state on billing.payments (customer_account, state, id);

-- A receipt number pays for one payment of one account, whoever brings it.
create table billing.receipts (
  customer_account text not null,
  receipt text not null unique,
  payment_id bigint not null,
  primary key (customer_account, receipt),
  foreign key (customer_account, payment_id) references billing.payments (customer_account, id)
);

-- Only the SHA-256 of the secret in a callback's address is kept.
create table billing.payment_doors (
  secret_hash bytea primary key,
  customer_account text not null,
  payment_id bigint not null,
  foreign key (customer_account, payment_id) references billing.payments (customer_account, id)
);
comment on table billing.payment_doors is 'no row security: a callback finds its account here';

-- What the provider told us, as it came, before it was answered; the same bytes again only count.
create table billing.callbacks (
  customer_account text not null,
  id bigint generated always as identity,
  payment_id bigint not null,
  body_hash bytea not null,
  body text not null,
  times bigint not null default 1,
  received_at timestamptz not null default now(),
  -- new: not looked at. used: agreed with what became of the payment. odd: contradicted it, and somebody was told.
  state text not null default 'new' check (state in ('new', 'used', 'odd')),
  primary key (customer_account, id),
  unique (customer_account, payment_id, body_hash),
  foreign key (customer_account, payment_id) references billing.payments (customer_account, id)
);

-- What waits for the platform's people, of every account.
create table billing.approvals (
  id bigint generated always as identity primary key,
  customer_account text not null,
  kind text not null check (kind in ('product', 'bank', 'parked')),
  -- The payment's id, or the product.
  subject text not null,
  state text not null default 'open' check (state in ('open', 'approved', 'refused')),
  account_name text not null default '',
  title text not null,
  details text not null default '',
  amount_cents bigint not null default 0,
  reference text not null default '',
  file_id text,
  user_id text,
  asked_by text not null default '',
  asked_at timestamptz not null default now(),
  decided_by text not null default '',
  decided_user text,
  decided_at timestamptz,
  reason text not null default ''
);
comment on table billing.approvals is 'no row security: the platform reads what waits of every account';
create unique index approvals_open on billing.approvals (kind, customer_account, subject) where state = 'open';
create index approvals_state on billing.approvals (state, id);
