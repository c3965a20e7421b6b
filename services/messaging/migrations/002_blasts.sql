-- What an account has agreed: the price of a part in 1/10,000 KES, its zone, and when advertising may leave.
-- An account without a row has the defaults.
create table messaging.settings (
  customer_account text primary key,
  part_price int not null default 8000 check (part_price >= 0),
  time_zone text not null default 'Africa/Nairobi',
  promotional_from time not null default '08:00',
  promotional_until time not null default '18:00'
);

create table messaging.senders (
  customer_account text not null,
  sender text not null check (length(sender) between 1 and 15),
  kind text not null default 'transactional' check (kind in ('transactional', 'promotional')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'suspended')),
  created_at timestamptz not null default now(),
  primary key (customer_account, sender)
);

create table messaging.blasts (
  customer_account text not null,
  id bigint generated always as identity,
  key text not null,
  form_hash bytea not null,
  kind text not null check (kind in ('bulk', 'express')),
  name text not null default '',
  sender text not null,
  promotional boolean not null default false,
  -- An answer of the product itself (a confirmed STOP): free, and sent to a number that is on the blacklist.
  reply boolean not null default false,
  groups jsonb not null default '[]',
  body text not null,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled')),
  send_at timestamptz,
  part_price int not null,
  price jsonb not null,
  recipients int not null,
  parts int not null,
  cost_cents bigint not null,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (customer_account, id),
  unique (customer_account, key)
);
create index blasts_list on messaging.blasts (customer_account, kind, id);

-- The counts of a blast, apart from its text: this row is rewritten many times a second. Whoever changes messages of
-- a blast locks it first, so the counts are exact and two writers never wait for each other's messages.
create table messaging.blast_counts (
  customer_account text not null,
  blast_id bigint not null,
  queued int not null default 0 check (queued >= 0),
  submitted int not null default 0 check (submitted >= 0),
  delivered int not null default 0 check (delivered >= 0),
  failed int not null default 0 check (failed >= 0),
  suppressed int not null default 0 check (suppressed >= 0),
  cancelled int not null default 0 check (cancelled >= 0),
  parts_accepted int not null default 0 check (parts_accepted >= 0),
  -- Messages sent a second over the last second or so, and what was queued when that was last worked out.
  rate int not null default 0,
  rated_at timestamptz,
  rated_queued int not null default 0,
  primary key (customer_account, blast_id),
  foreign key (customer_account, blast_id) references messaging.blasts (customer_account, id) on delete cascade
) with (fillfactor = 50);

create table messaging.blast_reasons (
  customer_account text not null,
  blast_id bigint not null,
  reason text not null,
  messages int not null default 0,
  primary key (customer_account, blast_id, reason),
  foreign key (customer_account, blast_id) references messaging.blasts (customer_account, id) on delete cascade
);

-- One row a recipient. `text` only where it differs from the blast's own. The masks have a bit for each part: taken by
-- the message centre, delivered, not delivered. No changing column is indexed, and pages keep room for a second
-- version of every row on them, so that the two updates of a message stay on its page and touch no index. No foreign key: 100,000 checks would double the time of a draft, and rows are
-- only ever made in the transaction that makes their blast.
create table messaging.messages (
  customer_account text not null,
  blast_id bigint not null,
  seq int not null,
  msisdn text collate "C" not null,
  name text not null default '',
  text text,
  parts smallint not null check (parts between 1 and 31),
  status text not null default 'queued' check (status in
    ('queued', 'submitted', 'delivered', 'failed', 'expired', 'rejected', 'unknown', 'suppressed', 'cancelled')),
  reason text not null default '',
  sent_mask int not null default 0,
  done_mask int not null default 0,
  bad_mask int not null default 0,
  ref smallint,
  tries smallint not null default 0,
  submitted_at timestamptz,
  done_at timestamptz
) with (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.1);

-- In this order: of two indexes that seem to cost the same, as they do for a blast that is newer than the statistics,
-- the planner takes the younger one, and for everything but the duplicates that must be the key.
alter table messaging.messages add unique (customer_account, blast_id, msisdn);
alter table messaging.messages add primary key (customer_account, blast_id, seq);

-- Blasts with something left to do.
create table messaging.queue (
  blast_id bigint primary key,
  customer_account text not null,
  state text not null check (state in ('confirming', 'scheduled', 'sending', 'paused', 'cancelled', 'finished')),
  due timestamptz not null default now(),
  urgent boolean not null default false,
  promotional boolean not null default false,
  -- When one of its chunks was last taken: blasts take turns.
  turn timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
comment on table messaging.queue is 'no row security: the dispatcher finds work before it knows the account; ids and states only';

-- 500 recipients that one worker takes at a time. `round` 1 sends again what has stayed unknown.
create table messaging.chunks (
  blast_id bigint not null references messaging.queue on delete cascade,
  first_seq int not null,
  last_seq int not null,
  round smallint not null default 0,
  not_before timestamptz not null default now(),
  owner text,
  lease_until timestamptz,
  primary key (blast_id, first_seq)
) with (fillfactor = 50);

-- Which message a carrier's id means. Written with the result, read by the receipt.
create table messaging.parts (
  connector text collate "C" not null,
  provider_id text collate "C" not null,
  customer_account text not null,
  blast_id bigint not null,
  seq int not null,
  part smallint not null,
  primary key (connector, provider_id)
);
comment on table messaging.parts is 'no row security: a receipt names a carrier''s id and no account; ids only';

-- Final receipts that came before the result of their message was written.
create table messaging.early_receipts (
  connector text collate "C" not null,
  provider_id text collate "C" not null,
  state text not null,
  error text,
  at timestamptz not null default now(),
  primary key (connector, provider_id)
);

-- Short codes and numbers to which people answer.
create table messaging.routes (
  address text primary key,
  customer_account text not null
);
comment on table messaging.routes is 'no row security: an inbound message names an address and no account';

-- Which accounts have sent lately, for an answer to an address that several accounts share.
create table messaging.recent (
  customer_account text not null,
  sender text not null,
  blast_id bigint not null,
  at timestamptz not null default now(),
  primary key (customer_account, blast_id)
);
create index recent_at on messaging.recent (at);
comment on table messaging.recent is 'no row security: read before the account of an inbound message is known; ids only';

create table messaging.inbox (
  customer_account text not null,
  id bigint generated always as identity,
  reference text,
  msisdn text not null,
  name text not null default '',
  sent_to text not null,
  text text not null,
  keyword text not null default '',
  read boolean not null default false,
  in_reply_to text,
  received_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, reference)
);
create index inbox_number on messaging.inbox (customer_account, msisdn, id);
create index inbox_day on messaging.inbox (customer_account, received_at);

-- When a number last got a confirmation that it is off the list: one in 24 hours.
create table messaging.stop_replies (
  customer_account text not null,
  msisdn text not null,
  at timestamptz not null default now(),
  primary key (customer_account, msisdn)
);

-- Figures by the account's own day and by network, kept in the transactions that change the messages. A message counts
-- on the day it was sent. `units` is money in 1/10,000 KES.
create table messaging.daily (
  customer_account text not null,
  day date not null,
  network text not null,
  sent int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  received int not null default 0,
  units bigint not null default 0,
  primary key (customer_account, day, network)
) with (fillfactor = 50);

-- Parts of long inbound messages whose other parts have not come; kept a day, also when whole, to know a repeated part.
create table messaging.inbound_parts (
  key text primary key,
  waiting jsonb not null,
  at timestamptz not null default now()
);
