-- How each carrier does, by minute and network, for everybody: counts only, added up in memory and written every few
-- seconds. Of a process that is killed the last seconds are missing.
create table messaging.carrier_minutes (
  connector text not null,
  minute timestamptz not null,
  network text not null,
  sent int not null default 0,
  delivered int not null default 0,
  failed int not null default 0,
  receipts int not null default 0,
  -- How long the receipts took, all together.
  receipt_ms bigint not null default 0,
  primary key (connector, minute, network)
);

-- The last refusal or failure that a carrier gave.
create table messaging.carrier_errors (
  connector text primary key,
  reason text not null,
  at timestamptz not null default now()
);

-- Most parts that this worker hands over before they are answered.
alter table messaging.links add column max_unanswered int not null default 0;
