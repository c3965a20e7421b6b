-- The last message of a conversation is ours and did not reach the customer.
alter table chat.contacts add column latest_failed boolean not null default false;
