-- Whether answered calls are recorded: each, none, or when the agent presses the button.
alter table voice.settings add column recording text not null default 'always'
  check (recording in ('always', 'never', 'by_hand'));
alter table voice.settings no force row level security;
update voice.settings set recording = 'never' where not record_calls;
alter table voice.settings force row level security;
alter table voice.settings drop column record_calls;

-- How numbers are called: the hours of the account's clock, and when a number that did not answer is called again.
alter table voice.settings
  add column call_from text not null default '08:00' check (call_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column call_until text not null default '19:00' check (call_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- 1 is Monday.
  add column call_days int[] not null default '{1,2,3,4,5,6}' check (call_days <@ '{1,2,3,4,5,6,7}'),
  add column max_attempts int not null default 3 check (max_attempts between 1 and 20),
  add column retry_minutes int not null default 120 check (retry_minutes between 1 and 10080),
  add check (call_from < call_until);

-- Lists of numbers to call, each out of a file or added by hand.
create table voice.target_groups (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  template text not null default 'calls' check (template in ('calls', 'collection', 'sales')),
  -- The highest is called first.
  priority int not null default 3 check (priority between 1 and 5),
  active boolean not null default true,
  deleted_at timestamptz,
  -- The file that it came from; a list that was made by hand is done at once.
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  attempts int not null default 0,
  file_name text not null default '',
  file_path text not null default '',
  bytes bigint not null default 0,
  columns text[] not null default '{}',
  mapping jsonb not null default '{}',
  rows_read bigint not null default 0,
  added bigint not null default 0,
  repeated bigint not null default 0,
  refused bigint not null default 0,
  message text not null default '',
  user_id text,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (customer_account, id)
);
create index target_groups_open on voice.target_groups (customer_account, priority desc, id) where active and deleted_at is null;

-- Rows of a file that are not called, and why.
create table voice.target_rows (
  customer_account text not null,
  group_id bigint not null,
  line bigint not null,
  kind text not null check (kind in ('refused', 'repeated', 'noted')),
  reason text not null,
  cells jsonb not null,
  primary key (customer_account, group_id, line),
  foreign key (customer_account, group_id) references voice.target_groups (customer_account, id)
);

-- Numbers to call. One without a list is a call-back that an agent promised.
create table voice.targets (
  customer_account text not null,
  id bigint generated always as identity,
  group_id bigint,
  phone_number text collate "C" not null default '',
  name text not null default '' check (length(name) <= 200),
  -- What else the file says of them: shown to the agent before the call.
  details jsonb not null default '{}',
  note text not null default '' check (length(note) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'assigned', 'done', 'given_up', 'trash')),
  -- Not called before this moment.
  next_at timestamptz not null default now(),
  -- Whose it is; '': anybody's.
  owner_id text not null default '',
  owner_name text not null default '',
  -- Who has it before them now.
  assigned_to text not null default '',
  assigned_name text not null default '',
  assigned_at timestamptz,
  attempts int not null default 0,
  call_id bigint,
  -- What became of the last call, or why it is in the trash.
  result text not null default '' check (length(result) <= 200),
  changed_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, group_id) references voice.target_groups (customer_account, id),
  foreign key (customer_account, call_id) references voice.calls (customer_account, id),
  check (state <> 'assigned' or (assigned_to <> '' and assigned_at is not null))
);
create unique index targets_number on voice.targets (customer_account, group_id, phone_number) where phone_number <> '';
create index targets_next on voice.targets (customer_account, group_id, next_at, id) where state = 'waiting';
create index targets_own on voice.targets (customer_account, owner_id, next_at) where state = 'waiting' and owner_id <> '';
create index targets_assigned on voice.targets (customer_account, assigned_to) where state = 'assigned';
create index targets_phone on voice.targets (customer_account, phone_number) where phone_number <> '';
create index targets_changed on voice.targets (customer_account, changed_at, id);
create index targets_call on voice.targets (customer_account, call_id) where call_id is not null;
create index targets_group on voice.targets (customer_account, group_id, id);

-- Called in the middle of a big import, as only the owner may analyse.
create function voice.refresh_statistics() returns void
language plpgsql security definer set search_path = '' as $$
begin
  analyze voice.targets;
end $$;
revoke all on function voice.refresh_statistics() from public;
grant execute on function voice.refresh_statistics() to jibu_app;

-- What a disposition does with the number that was called from a list: it is done, called again later, or not at all.
alter table voice.disposition_types add column outcome text not null default 'done' check (outcome in ('done', 'again', 'trash'));
alter table voice.disposition_types no force row level security;
update voice.disposition_types set outcome = 'again' where id = 3 and name = 'Not reached';
update voice.disposition_types set outcome = 'trash' where id = 4 and name = 'Not for us';
alter table voice.disposition_types force row level security;

-- The number of a list that was called.
alter table voice.calls add column target_id bigint;
alter table voice.calls add foreign key (customer_account, target_id) references voice.targets (customer_account, id);
create index calls_target on voice.calls (customer_account, target_id) where target_id is not null;
