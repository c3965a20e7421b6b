-- Who is given a new ticket with the disposition.
alter table ticketing.dispositions add column member_ids text[] not null default '{}';

-- A sub-disposition stands under its disposition: then each filter of dispositions is one column's. The owner of the
-- tables is let through for this; the locks are put on again after every migration.
alter table ticketing.tickets no force row level security;
alter table ticketing.dispositions no force row level security;
update ticketing.tickets t set disposition_id = d.parent_id, sub_disposition_id = d.id from ticketing.dispositions d
where d.customer_account = t.customer_account and d.id = coalesce(t.sub_disposition_id, t.disposition_id)
  and d.parent_id is not null and t.disposition_id is distinct from d.parent_id;

create index tickets_missed on ticketing.tickets (customer_account, breached_at, id)
  where breached_at is not null and deleted_at is null and merged_into is null;

-- A due time that is counted anew is written in place: no index of a clock holds it.
alter table ticketing.clocks set (fillfactor = 80);

-- The products of the issue drawer are those that the support account is subscribed to.
drop table ticketing.support_products;
