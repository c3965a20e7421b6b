-- A payment that somebody must look at is unmatched: in the log, and by the name of the activity, which people filter by.
alter table events.log no force row level security;
update events.log set body = jsonb_set(body, '{state}', '"unmatched"')
  where kind = 'payment' and body ->> 'state' = 'parked';
alter table events.log force row level security;

alter table events.activities no force row level security;
update events.activities set action = 'Payment unmatched' where action = 'Payment parked';
update events.activities set action = 'Conflicting callback' where action = 'Odd callback';
alter table events.activities force row level security;
