-- A run: a survey that is sent to the people of a contact group.
create table survey.instances (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  name text not null check (length(name) between 1 and 120),
  channel text not null default 'sms' check (channel in ('sms')),
  status text not null default 'pending' check (status in ('pending', 'running', 'paused', 'closed', 'done')),
  -- The version that is asked; 0: it was not started.
  version int not null default 0,
  language text not null,
  sender text not null default '',
  group_id bigint,
  group_name text not null default '',
  -- First questions and reminders leave between these minutes of the account's own day.
  from_minute int not null default 540,
  until_minute int not null default 1080,
  time_zone text not null default 'Africa/Nairobi',
  -- Hours of silence after which a session ends, and after which it is reminded.
  expiry_hours int not null default 72 check (expiry_hours between 1 and 720),
  reminders int not null default 1 check (reminders between 0 and 3),
  reminder_hours int not null default 24 check (reminder_hours between 1 and 168),
  -- What was confirmed at the start: at least, and at most.
  least_cents bigint not null default 0,
  most_cents bigint not null default 0,
  -- Why it was paused, where nobody did.
  trouble text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (customer_account, id),
  check (from_minute between 0 and 1439 and until_minute between 1 and 1440 and from_minute < until_minute),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create index instances_survey on survey.instances (customer_account, survey_id, id);

-- Runs with something left to do.
create table survey.runs (
  instance_id bigint primary key,
  customer_account text not null
);
comment on table survey.runs is 'no row security: the worker finds runs before it knows the account; ids only';

-- The contact base of a run, as it was when it was chosen.
create table survey.recipients (
  customer_account text not null,
  instance_id bigint not null,
  msisdn text not null collate "C",
  name text not null default '',
  -- `waiting` also while the number has another survey open with the same sender ID.
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'skipped')),
  primary key (customer_account, instance_id, msisdn),
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create index recipients_waiting on survey.recipients (customer_account, instance_id, msisdn) where state = 'waiting';
create index recipients_number on survey.recipients (customer_account, msisdn);

alter table survey.sessions add column instance_id bigint,
  add column reminded int not null default 0;
create index sessions_instance on survey.sessions (customer_account, instance_id, id) where instance_id is not null;

-- What is said in sessions by SMS. Those of a batch are sent together, once.
create table survey.messages (
  customer_account text not null,
  id bigint generated always as identity,
  instance_id bigint not null,
  session_id bigint not null,
  batch uuid not null,
  text text not null,
  -- Whether an answer is expected to it.
  expects boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  reason text not null default '',
  -- How messaging names it.
  message_id text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade,
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create index messages_batch on survey.messages (customer_account, batch);
create index messages_instance on survey.messages (customer_account, instance_id, id);
create index messages_session on survey.messages (customer_account, session_id);

-- Which received messages were taken as answers: each counts once.
create table survey.received (
  customer_account text not null,
  inbox_id bigint not null,
  session_id bigint not null,
  primary key (customer_account, inbox_id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index received_session on survey.received (customer_account, session_id);
