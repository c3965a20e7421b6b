-- Sounds that callers hear: each a file of the uploads service.
create table voice.flow_sounds (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  -- What it says.
  words text not null default '' check (length(words) <= 1000),
  file_id uuid not null,
  added_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (customer_account, id)
);

-- What happens to whoever calls a number: the steps that are being written, and those that calls follow.
create table voice.flows (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  draft jsonb not null default '{"first": 0, "steps": []}',
  -- Null: it is off, and its numbers ring as numbers without a flow do.
  live jsonb,
  live_at timestamptz,
  live_by text not null default '',
  changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (customer_account, id)
);
alter table voice.numbers add column flow_id bigint;
alter table voice.numbers add foreign key (customer_account, flow_id) references voice.flows (customer_account, id);
create index numbers_flow on voice.numbers (customer_account, flow_id) where flow_id is not null;

-- Calls that went through a flow; each has one outcome.
create table voice.flow_calls (
  customer_account text not null,
  id bigint generated always as identity,
  -- The PBX's name of it.
  reference text collate "C" not null,
  flow_id bigint not null,
  number_id bigint,
  phone_number text not null default '',
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  -- The name of the step in which it ended.
  last_step text not null default '',
  outcome text not null default '' check (outcome in ('', 'answered', 'transferred', 'voicemail', 'call_back', 'hung_up',
    'abandoned_menu', 'abandoned_queue', 'abandoned_transfer', 'no_message', 'failed')),
  primary key (customer_account, id),
  unique (customer_account, reference),
  check ((ended_at is null) = (outcome = '')),
  check (ended_at >= started_at),
  foreign key (customer_account, flow_id) references voice.flows (customer_account, id)
);
create index flow_calls_time on voice.flow_calls (customer_account, started_at, id);
create index flow_calls_open on voice.flow_calls (customer_account, started_at) where ended_at is null;
create index flow_calls_number on voice.flow_calls (customer_account, phone_number) where phone_number <> '';
create index flow_calls_flow on voice.flow_calls (customer_account, flow_id);

-- Everything that happened in them, in the order in which it came. Nothing is changed or taken away.
create table voice.flow_events (
  customer_account text not null,
  id bigint generated always as identity,
  flow_call_id bigint not null,
  event text not null check (event in ('begun', 'played', 'timeout', 'key', 'answered', 'unanswered', 'recorded', 'gone', 'failed')),
  -- The key that was pressed.
  detail text not null default '',
  -- The step and the state after it.
  step text not null default '',
  phase text not null,
  at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, flow_call_id) references voice.flow_calls (customer_account, id)
);
create index flow_events_call on voice.flow_events (customer_account, flow_call_id, id);

-- A caller who was taken out of a queue without an answer: they went on to another step, or asked for a call-back.
alter table voice.queue_calls
  add column flow_call_id bigint,
  add column left_at timestamptz,
  add column left_for text not null default '',
  add check (left_at is null or (answered_at is null and abandoned_at is null)),
  add check (left_at >= enqueued_at),
  add foreign key (customer_account, flow_call_id) references voice.flow_calls (customer_account, id);
drop index voice.queue_calls_waiting;
create index queue_calls_waiting on voice.queue_calls (customer_account, enqueued_at)
  where answered_at is null and abandoned_at is null and left_at is null;
create index queue_calls_flow_call on voice.queue_calls (customer_account, flow_call_id) where flow_call_id is not null;

create table voice.voicemails (
  customer_account text not null,
  id bigint generated always as identity,
  flow_call_id bigint not null,
  phone_number text not null default '',
  -- The caller, where we know them.
  name text not null default '' check (length(name) <= 200),
  number_id bigint,
  -- Null: it was removed, with the recordings of its age or with its person.
  file_id uuid,
  -- The copy that the ticket gets.
  ticket_file_id uuid,
  bytes bigint not null default 0,
  seconds int not null default 0 check (seconds >= 0),
  at timestamptz not null default now(),
  -- When it was first listened to, and by whom.
  listened_at timestamptz,
  listened_by text not null default '',
  ticket_id bigint,
  primary key (customer_account, id),
  foreign key (customer_account, flow_call_id) references voice.flow_calls (customer_account, id)
);
create unique index voicemails_call on voice.voicemails (customer_account, flow_call_id);
create index voicemails_time on voice.voicemails (customer_account, at, id);
create index voicemails_number on voice.voicemails (customer_account, phone_number) where phone_number <> '';
