-- Double entry in cents. Every transaction sums to zero; `balance` and `held` are the cached sums of an account's
-- entries, changed in the same transaction and checked by the database.
create table billing.wallets (
  customer_account text primary key,
  billing_customer_id text not null unique,
  available_cents bigint not null default 0 check (available_cents >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0)
);

create table billing.ledger_transactions (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('topup', 'hold', 'settle', 'release', 'adjust')),
  reference text not null,
  description text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, kind, reference)
);

-- ledger account: available and held belong to the customer; revenue and cash to the house.
create table billing.ledger_entries (
  customer_account text not null,
  transaction_id bigint not null,
  ledger text not null check (ledger in ('available', 'held', 'revenue', 'cash')),
  cents bigint not null check (cents <> 0),
  primary key (customer_account, transaction_id, ledger),
  foreign key (customer_account, transaction_id) references billing.ledger_transactions (customer_account, id)
);

-- One hold for one piece of work (a blast): held at first, then settled and released by counts.
create table billing.holds (
  customer_account text not null,
  reference text not null,
  held_cents bigint not null check (held_cents >= 0),
  settled_cents bigint not null default 0 check (settled_cents >= 0),
  released_cents bigint not null default 0 check (released_cents >= 0),
  closed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (customer_account, reference),
  check (settled_cents + released_cents <= held_cents)
);
