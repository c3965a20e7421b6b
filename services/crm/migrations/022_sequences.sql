-- Sequences: steps (an e-mail, an SMS, a task) that leads and contacts go through with waits in between.
create table crm.sequence_settings (
  customer_account text not null primary key,
  -- Messages of all sequences on one day. The row is locked by whoever counts them, and by whoever plans the next work.
  daily_cap int not null default 200 check (daily_cap between 1 and 5000)
);

create table crm.sequences (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  key text collate "C" generated always as (lower(name)) stored,
  -- Off: no one is put in, and no step is done.
  active boolean not null default false,
  -- When its steps are done, on the clock of the account; day 1 is Monday.
  from_time text not null,
  until_time text not null,
  days int[] not null check (cardinality(days) between 1 and 7),
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index sequences_key on crm.sequences (customer_account, key);

create table crm.sequence_steps (
  customer_account text not null,
  id bigint generated always as identity,
  sequence_id bigint not null,
  rank int not null,
  kind text not null check (kind in ('email', 'sms', 'task')),
  -- After the step before it, or after the start.
  wait_days int not null check (wait_days between 0 and 90),
  wait_hours int not null check (wait_hours between 0 and 23),
  -- Whom a message is from: an address, or a sender ID.
  sender text not null default '',
  subject text not null default '',
  -- The message, or what is to be done.
  body text not null check (body <> ''),
  -- Days until a task is due.
  due_days int not null default 0 check (due_days between 0 and 60),
  primary key (customer_account, id),
  foreign key (customer_account, sequence_id) references crm.sequences (customer_account, id) on delete cascade
);
create index sequence_steps_sequence on crm.sequence_steps (customer_account, sequence_id, rank, id);

create table crm.sequence_people (
  customer_account text not null,
  id bigint generated always as identity,
  sequence_id bigint not null,
  record_id bigint not null,
  -- The kind of the record, which never changes.
  record_kind text not null check (record_kind in ('lead', 'contact')),
  state text not null default 'active'
    check (state in ('active', 'finished', 'replied', 'opted_out', 'taken_out', 'ended')),
  -- Why it ended.
  reason text not null default '',
  -- The step that is done next, and when: while it is being done, when it is tried again.
  step_id bigint,
  due_at timestamptz,
  -- Why that step could not be done when it was due: it is tried again.
  trouble text not null default '',
  -- When it was last asked whether they have written.
  checked_at timestamptz not null default now(),
  entered_at timestamptz not null default now(),
  entered_by text not null default '',
  entered_by_id text,
  ended_at timestamptz,
  ended_by text not null default '',
  primary key (customer_account, id),
  check ((state = 'active') = (due_at is not null) and (state = 'active') = (step_id is not null)),
  foreign key (customer_account, sequence_id) references crm.sequences (customer_account, id),
  foreign key (customer_account, step_id) references crm.sequence_steps (customer_account, id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);
-- Once in a sequence at a time.
create unique index sequence_people_active on crm.sequence_people (customer_account, record_id) where state = 'active';
create index sequence_people_due on crm.sequence_people (customer_account, due_at, id) where state = 'active';
create index sequence_people_checked on crm.sequence_people (customer_account, checked_at) where state = 'active';
create index sequence_people_sequence on crm.sequence_people (customer_account, sequence_id, state, id);
create index sequence_people_record on crm.sequence_people (customer_account, record_id, id);
create index sequence_people_step on crm.sequence_people (customer_account, step_id) where step_id is not null;

-- What was done of a sequence for a person: each step once.
create table crm.sequence_sends (
  customer_account text not null,
  id bigint generated always as identity,
  person_id bigint not null,
  -- It stays when the step is deleted.
  step_id bigint not null,
  kind text not null check (kind in ('email', 'sms', 'task')),
  state text not null check (state in ('sending', 'sent', 'refused')),
  -- The day of the account on which it counts for the most of a day.
  day date not null,
  -- A number or an address in lower case; "" of a task.
  address text collate "C" not null default '',
  sender text not null default '',
  subject text not null default '',
  body text not null default '',
  reason text not null default '',
  -- What the service that sent it calls it.
  message_id text not null default '',
  cost_cents bigint not null default 0,
  begun_at timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, person_id) references crm.sequence_people (customer_account, id) on delete cascade
);
create unique index sequence_sends_step on crm.sequence_sends (customer_account, person_id, step_id);
create index sequence_sends_day on crm.sequence_sends (customer_account, day, address)
  where kind <> 'task' and state <> 'refused';

-- Accounts with people in sequences: found before any account is known.
create table crm.sequence_accounts (customer_account text collate "C" primary key);
comment on table crm.sequence_accounts is 'no row security: read to know whose sequences to go on with; IDs only';
