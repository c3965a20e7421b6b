-- Carriers start their ids again: one id may be of several messages, each sent at its own time. A receipt is for a part
-- that was sent before the receipt came.
alter table messaging.parts
  add column sent_at timestamptz not null default now(),
  add column answered_at timestamptz not null default now(),
  drop constraint parts_pkey,
  add primary key (connector, provider_id, blast_id, seq);
alter table messaging.parts
  alter column sent_at set default clock_timestamp(),
  alter column answered_at set default clock_timestamp();
-- For removing the old ones: rows come in the order of time, so a few pages are enough.
create index parts_answered on messaging.parts using brin (answered_at);

create index early_receipts_at on messaging.early_receipts (at);

-- Messages from phones for an address that no account has, for the people who run the platform.
create table messaging.unmatched_messages (
  id bigint generated always as identity primary key,
  connector text not null,
  msisdn text not null,
  sent_to text not null,
  text text not null,
  received_at timestamptz not null default now()
);
create index unmatched_messages_received on messaging.unmatched_messages (received_at);
