-- Mails that belong to a ticket instead of a conversation.
alter table social.mails add column ticket_id bigint;
create index mails_ticket on social.mails (customer_account, ticket_id, at) where ticket_id is not null;
