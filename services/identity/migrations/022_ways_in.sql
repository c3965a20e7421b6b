-- False for somebody who came by way of a provider and never chose a password: then that provider is their only way in.
alter table identity.logins add column chosen boolean not null default true;

-- Months after which a closed ticket is made anonymous; null keeps its words.
alter table identity.retention add column tickets_months int check (tickets_months between 1 and 120);
