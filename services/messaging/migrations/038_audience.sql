-- Who of a message's groups or numbers was left out on purpose: other groups, people written to lately, conditions.
alter table messaging.blasts add column audience jsonb not null default '{}';
