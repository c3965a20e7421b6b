-- One sound to many numbers, with what they may answer by key, when and how often they are called, and what it costs.
create table voice.robocalls (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'finished', 'stopped')),
  group_name text not null,
  sound_id bigint not null,
  number_id bigint not null,
  -- [{"key": "1", "label": "...", "action": "answer"}]
  keys jsonb not null default '[]',
  call_from text not null check (call_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  call_until text not null check (call_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- 1 is Monday.
  call_days int[] not null check (call_days <@ '{1,2,3,4,5,6,7}'),
  max_attempts int not null check (max_attempts between 1 and 5),
  retry_minutes int not null check (retry_minutes between 1 and 1440),
  -- Calls at once.
  speed int not null check (speed between 1 and 50),
  -- An answered call is ended after so long.
  call_seconds int not null check (call_seconds between 10 and 300),
  -- The price that was shown: of a started interval, in 1/10,000 KES.
  interval_seconds int not null check (interval_seconds > 0),
  price int not null check (price >= 0),
  held_cents bigint not null default 0 check (held_cents >= 0),
  settled_cents bigint not null default 0 check (settled_cents between 0 and held_cents),
  created_by text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- What was not used of the money is given back.
  settled_at timestamptz,
  primary key (customer_account, id),
  -- Until 00:00: the end of the day.
  check (call_from < call_until or call_until = '00:00'),
  foreign key (customer_account, sound_id) references voice.flow_sounds (customer_account, id),
  foreign key (customer_account, number_id) references voice.numbers (customer_account, id)
);

create table voice.robocall_targets (
  customer_account text not null,
  id bigint generated always as identity,
  robocall_id bigint not null,
  -- Empty: its person was erased.
  phone_number text not null default '',
  name text not null default '' check (length(name) <= 200),
  state text not null default 'waiting'
    check (state in ('waiting', 'calling', 'answered', 'not_reached', 'unknown', 'left_out', 'stopped')),
  result text not null default '' check (result in ('', 'answered', 'busy', 'no_answer', 'failed', 'opted_out', 'foreign')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- When its process last said that it has the call.
  seen_at timestamptz,
  called_at timestamptz,
  seconds int not null default 0 check (seconds >= 0),
  key_pressed text not null default '',
  -- In 1/10,000 KES.
  cost bigint not null default 0 check (cost >= 0),
  primary key (customer_account, id),
  foreign key (customer_account, robocall_id) references voice.robocalls (customer_account, id)
);
create unique index robocall_targets_number on voice.robocall_targets (customer_account, robocall_id, phone_number)
  where phone_number <> '';
create index robocall_targets_list on voice.robocall_targets (customer_account, robocall_id, id);
create index robocall_targets_due on voice.robocall_targets (customer_account, robocall_id, next_at)
  where state in ('waiting', 'calling');
create index robocall_targets_person on voice.robocall_targets (customer_account, phone_number) where phone_number <> '';
