-- The scheduled blast whose place this one takes when it is confirmed.
alter table messaging.blasts add column replaces bigint;
create index blasts_replaces on messaging.blasts (customer_account, replaces) where replaces is not null;
