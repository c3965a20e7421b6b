-- How a connector speaks to its carrier, as the platform has set it. Without a row, or with a null, the environment and
-- the connector's own defaults count.
create table messaging.connectors (
  name text primary key,
  bind text not null default 'transceiver' check (bind in ('transceiver', 'pair', 'transmitter')),
  system_type text not null default '' check (length(system_type) <= 12),
  answer_id text not null default 'text' check (answer_id in ('text', 'hex', 'decimal')),
  receipt_id text not null default 'text' check (receipt_id in ('text', 'hex', 'decimal')),
  long_messages text not null default 'parts' check (long_messages in ('parts', 'payload')),
  reference boolean not null default true,
  max_unanswered int check (max_unanswered between 1 and 5000),
  tps int check (tps between 0 and 100000),
  changed_by text not null default '',
  changed_at timestamptz not null default now()
);

-- What each worker says of its link to the carrier. A row that is not renewed is of a worker that has gone.
create table messaging.links (
  worker text primary key,
  connector text not null,
  up boolean not null,
  reason text not null default '',
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
