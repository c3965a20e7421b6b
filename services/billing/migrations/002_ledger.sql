-- What a statement and the figures by period need stands in the transaction itself, so that a page of a year's lines
-- costs the same as the first one: the place in the account's own gapless row, the balance after it, what was charged.
alter table billing.wallets
  add column last_seq bigint not null default 0,
  -- The owner is warned below this, once per crossing; null: never.
  add column low_balance_cents bigint default 50000 check (low_balance_cents >= 0),
  add column low_since timestamptz;

alter table billing.ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check
    check (kind in ('topup', 'hold', 'settle', 'release', 'adjust', 'charge', 'credit', 'transfer')),
  add column seq bigint,
  add column product text not null default '',
  add column available_change bigint,
  add column available_after bigint,
  add column charged_cents bigint;
alter table billing.ledger_entries
  drop constraint ledger_entries_ledger_check,
  -- transfer: the side that lies in another account's books; over all accounts it sums to zero as well.
  add constraint ledger_entries_ledger_check check (ledger in ('available', 'held', 'revenue', 'cash', 'transfer'));

-- The owner fills what is there: forced again when the migrations end.
alter table billing.ledger_transactions no force row level security;
alter table billing.ledger_entries no force row level security;
alter table billing.wallets no force row level security;
with sums as (
  select customer_account, transaction_id,
    coalesce(sum(cents) filter (where ledger = 'available'), 0) as change,
    coalesce(sum(cents) filter (where ledger = 'revenue'), 0) as charged
  from billing.ledger_entries group by customer_account, transaction_id
), placed as (
  select t.customer_account, t.id, coalesce(s.change, 0) as change, coalesce(s.charged, 0) as charged,
    row_number() over w as seq, sum(coalesce(s.change, 0)) over w as after
  from billing.ledger_transactions t left join sums s on s.customer_account = t.customer_account and s.transaction_id = t.id
  window w as (partition by t.customer_account order by t.id)
)
update billing.ledger_transactions t
set seq = p.seq, available_change = p.change, available_after = p.after, charged_cents = p.charged,
  product = case when t.reference like 'blast:%' then 'SMS' else '' end
from placed p where p.customer_account = t.customer_account and p.id = t.id;
update billing.wallets w set last_seq = t.seq
from (select customer_account, max(seq) as seq from billing.ledger_transactions group by customer_account) t
where t.customer_account = w.customer_account;

alter table billing.ledger_transactions
  alter column seq set not null,
  alter column available_change set not null,
  alter column available_after set not null,
  alter column charged_cents set not null,
  add constraint ledger_transactions_seq unique (customer_account, seq);
create index ledger_changes on billing.ledger_transactions (customer_account, seq) where available_change <> 0;
create index ledger_charges on billing.ledger_transactions (customer_account, at) where charged_cents <> 0;

-- Who the invoices are made out to.
create table billing.customers (
  customer_account text primary key,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  town text not null default '',
  kra_pin text not null default '',
  updated_at timestamptz not null default now()
);
