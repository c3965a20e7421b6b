-- Which call has an agent, from the moment they are chosen: one call for each agent, and one agent for each call. A caller
-- who rings and a call that the system places take an agent here, so the second of two finds them taken.
create table voice.agent_claims (
  customer_account text not null,
  user_id text not null,
  -- The call, by the name under which its agent's phone rings (X-Queue-Reference).
  reference text not null check (length(reference) between 1 and 200),
  -- Until when the agent is taken, whatever is told.
  claimed_until timestamptz not null,
  -- The call in the log, once it is there: with its end the agent is free again.
  call_id bigint,
  primary key (customer_account, user_id),
  unique (customer_account, reference),
  foreign key (customer_account, call_id) references voice.calls (customer_account, id)
);
create index agent_claims_call on voice.agent_claims (customer_account, call_id) where call_id is not null;
