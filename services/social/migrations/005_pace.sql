-- Until when this message used up the customer's share of the pace: what is sent in a burst is borrowed from later.
alter table social.outgoing add column paced_until timestamptz;
