-- Lists whose numbers are called automatically: calls for each free agent, the number that is shown, who started it.
alter table voice.target_groups
  add column mode text not null default 'preview' check (mode in ('preview', 'progressive')),
  add column ratio_tenths int not null default 10 check (ratio_tenths between 10 and 30),
  add column pacing text not null default 'paused' check (pacing in ('running', 'paused')),
  add column number_id bigint,
  -- What somebody hears for whom there was no agent; null: the call ends.
  add column drop_sound_id bigint,
  add column pacing_by text not null default '',
  add column pacing_at timestamptz,
  add foreign key (customer_account, number_id) references voice.numbers (customer_account, id),
  add foreign key (customer_account, drop_sound_id) references voice.flow_sounds (customer_account, id);

-- The next call to them has an agent before it is placed.
alter table voice.targets add column agent_first boolean not null default false;

-- The most of the answered calls of 30 days that may have had no agent within 2 s, in tenths of a percent.
alter table voice.settings add column drop_cap_tenths int not null default 30 check (drop_cap_tenths between 0 and 100);

-- Calls that the system placed; user_id is '' until an agent is kept for them.
alter table voice.calls
  add column automatic boolean not null default false,
  -- When its process last said that it has the call, when the other side answered, and whether no agent was there.
  add column seen_at timestamptz,
  add column picked_up_at timestamptz,
  add column dropped boolean not null default false,
  add check (not dropped or picked_up_at is not null);
create index calls_automatic on voice.calls (customer_account, started_at) where automatic and ended_at is null;
create index calls_picked_up on voice.calls (customer_account, picked_up_at) where picked_up_at is not null;
