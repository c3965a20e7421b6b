-- Accounts that may not send for now, and what they are told. Without a row an account may.
create table messaging.suspensions (
  customer_account text primary key,
  reason text not null,
  since timestamptz not null default now()
);

-- The account of the reseller that lets this one use its sender ID; null: the account's own.
alter table messaging.senders add column given_by text;
