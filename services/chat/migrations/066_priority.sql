-- How urgent a conversation is: 0 low, 1 normal, 2 high, 3 urgent (rules/chat-priority.ts).
alter table chat.contacts add column priority smallint not null default 1 check (priority between 0 and 3);
-- The queue in the order in which it is given out; it takes the place of contacts_waiting.
create index contacts_queue on chat.contacts (customer_account, priority desc, again desc, waiting_since, contact_id)
  where waiting_since is not null;
drop index chat.contacts_waiting;
