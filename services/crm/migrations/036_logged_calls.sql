-- Calls that people made on a phone of their own, or took there, written down by hand about a lead, a contact or a deal.
create table crm.logged_calls (
  customer_account text not null,
  id bigint generated always as identity,
  record_id bigint not null,
  direction text not null check (direction in ('outgoing', 'incoming')),
  -- When the call was.
  at timestamptz not null,
  -- How long it took; null: not said.
  seconds int check (seconds between 0 and 86400),
  outcome text not null check (outcome in ('connected', 'no answer', 'busy', 'left a message', 'wrong number')),
  note text not null default '' check (length(note) <= 5000),
  by_id text,
  by text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  -- Of a call that a contact or a deal has from its lead: the lead's. It was one call and counts once.
  copied_from bigint,
  primary key (customer_account, id),
  constraint logged_calls_record_id foreign key (customer_account, record_id)
    references crm.record_references (customer_account, record_id) on delete cascade
);
create index logged_calls_record on crm.logged_calls (customer_account, record_id, at desc, id desc);
create index logged_calls_at on crm.logged_calls (customer_account, at) include (by_id, by) where copied_from is null;
create trigger logged_calls_record_id before insert or update of record_id on crm.logged_calls
  for each row when (new.record_id is not null) execute function crm.refer_to_record('record_id');
