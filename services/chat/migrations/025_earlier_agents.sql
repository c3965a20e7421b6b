-- Who had a conversation before it was handed over or went back into the queue, from when to when. The last one is the
-- conversation's own agent, from `assigned` to its end.
create table chat.earlier_agents (
  customer_account text not null,
  id bigint generated always as identity,
  contact_id bigint not null,
  participant_id text not null,
  assigned timestamptz not null,
  released timestamptz not null check (released >= assigned),
  primary key (customer_account, id),
  foreign key (customer_account, contact_id) references chat.contacts (customer_account, contact_id) on delete cascade
);
create index earlier_agents_contact on chat.earlier_agents (customer_account, contact_id, participant_id);

-- Seconds for which earlier agents had it: the handle time of a conversation is these and the last agent's.
alter table chat.contacts add column held_seconds double precision not null default 0;
