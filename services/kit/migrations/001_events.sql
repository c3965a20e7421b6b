-- The event log of an account: one gapless sequence, written in the transaction of the change itself.
create table events.cursor (
  customer_account text primary key,
  seq bigint not null default 0
);

create table events.log (
  customer_account text not null,
  seq bigint not null,
  kind text not null,
  body jsonb not null,
  at timestamptz not null default now(),
  primary key (customer_account, seq)
);
create index log_age on events.log (at);
