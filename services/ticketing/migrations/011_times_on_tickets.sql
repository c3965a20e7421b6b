-- What the last stopped clocks of a ticket took: reports add them up without reading the clocks.
alter table ticketing.tickets
  add column first_ms bigint,
  add column resolution_ms bigint;

alter table ticketing.tickets no force row level security;
alter table ticketing.clocks no force row level security;
update ticketing.tickets t set first_ms = last.first_ms, resolution_ms = last.resolution_ms
from (
  select customer_account, ticket_id,
    (array_agg(elapsed_ms order by id desc) filter (where kind = 'first'))[1] as first_ms,
    (array_agg(elapsed_ms order by id desc) filter (where kind = 'resolution'))[1] as resolution_ms
  from ticketing.clocks where stopped_at is not null and kind in ('first', 'resolution') group by 1, 2) last
where t.customer_account = last.customer_account and t.id = last.ticket_id
  and (last.first_ms is not null or last.resolution_ms is not null);

-- They were for the reports.
drop index ticketing.tickets_reopened;
drop index ticketing.clocks_times;
