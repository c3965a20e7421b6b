-- How long a message waits for its receipt, and which outcomes are given back, by the plan of the account ('' for an
-- account without a plan). Copied into a blast when it is confirmed.
create table messaging.receipt_rules (
  plan text primary key,
  receipt_hours int not null default 72 check (receipt_hours between 1 and 168),
  refunds text[] not null default '{}'
    check (refunds <@ array['failed', 'expired', 'rejected', 'unknown'])
);
insert into messaging.receipt_rules (plan, refunds) values
  ('', '{}'), ('start', '{}'), ('grow', '{failed,expired,rejected,unknown}');

alter table messaging.blasts
  add column receipt_hours int not null default 72,
  add column refunds text[] not null default '{}',
  -- What was given back when the receipts were in.
  add column refunded_cents bigint not null default 0 check (refunded_cents >= 0);

-- Messages whose receipt did not come in time; together with the other counts they are all recipients.
alter table messaging.blast_counts add column no_receipt int not null default 0 check (no_receipt >= 0);

-- Ended blasts that wait for receipts, and when the waiting ends.
create table messaging.awaiting_receipts (
  blast_id bigint primary key,
  customer_account text not null,
  due timestamptz not null
);
create index awaiting_receipts_due on messaging.awaiting_receipts (due);
comment on table messaging.awaiting_receipts is 'no row security: the worker finds what is due before it knows the account; ids only';

-- The owner fills what is there: forced again when the migrations end.
alter table messaging.blasts no force row level security;
alter table messaging.blast_counts no force row level security;
insert into messaging.awaiting_receipts (blast_id, customer_account, due)
select b.id, b.customer_account, coalesce(b.finished_at, b.created_at) + interval '72 hours'
from messaging.blasts b join messaging.blast_counts c on c.customer_account = b.customer_account and c.blast_id = b.id
where c.submitted > 0 and not exists (select from messaging.queue q where q.blast_id = b.id);
