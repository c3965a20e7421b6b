-- Files have a pace of their own on some networks.
alter table social.outgoing add column media boolean not null default false;
