-- The carrier that is first takes everything while its link is up; 1 before 2.
alter table messaging.connectors add column priority smallint not null default 1 check (priority between 1 and 9);

-- The carrier through which the messages of a chunk are sent, set when it is taken. Given back whole it is free again;
-- what a killed worker left goes only where that worker had sent it, since nobody knows what had left.
alter table messaging.chunks add column connector text;
update messaging.chunks set connector = 'smpp' where owner is not null or round > 0;

-- The carrier of a message that is half sent or whose outcome is unknown: it is never sent through another one.
alter table messaging.messages add column connector text;

alter table messaging.links drop constraint links_pkey, add primary key (worker, connector);
