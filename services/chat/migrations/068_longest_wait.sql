-- Minutes after which a customer who waits is told that they need not stay; null: never.
alter table chat.routing add column wait_minutes integer check (wait_minutes between 1 and 1440);
-- When they were told. A wait that began later has not been told of.
alter table chat.contacts add column wait_told_at timestamptz;
