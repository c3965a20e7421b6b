-- Ended blasts of which the carrier is to be asked what became of the messages without a receipt, and what it said.
create table messaging.receipt_queries (
  blast_id bigint primary key,
  customer_account text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done')),
  -- The place of the last message that was asked about.
  after_seq int not null default 0,
  asked int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  owner text,
  lease_until timestamptz,
  requested_at timestamptz not null default now()
);
comment on table messaging.receipt_queries is 'no row security: the worker finds what is to be asked before it knows the account; ids and counts only';
