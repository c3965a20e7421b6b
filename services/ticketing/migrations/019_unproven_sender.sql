-- The mail that opened the ticket came from an address that its host did not vouch for, and nobody has answered from there
-- to a mail of ours since.
alter table ticketing.tickets add column unproven boolean not null default false;
