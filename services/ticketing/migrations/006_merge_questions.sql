-- When a customer first asked on a ticket that staff opened: by a merge of the customer's own ticket into it.
alter table ticketing.tickets add column asked_at timestamptz;

-- What a merge brought to its target's clocks, and what the target had before: taken back with the merge.
alter table ticketing.merges
  add column asked_at timestamptz,
  add column asked_before timestamptz,
  add column waiting_since timestamptz,
  add column waiting_before timestamptz;

-- Owners and super admins, who hear of a missed due time that is nobody else's.
alter table ticketing.people add column admin boolean not null default false;

-- A response clock that stopped because its ticket was closed unanswered was recorded as met: nothing was answered.
alter table ticketing.tickets no force row level security;
alter table ticketing.clocks no force row level security;
delete from ticketing.clocks c using ticketing.tickets t
where t.customer_account = c.customer_account and t.id = c.ticket_id and c.kind = 'first' and c.met
  and t.first_response_at is null and t.status in ('resolved', 'closed');
update ticketing.clocks c set elapsed_ms = null from ticketing.tickets t
where t.customer_account = c.customer_account and t.id = c.ticket_id and c.kind = 'first' and not c.met
  and t.first_response_at is null and t.status in ('resolved', 'closed');
update ticketing.tickets t set sla_state = 'none' where sla_state = 'met'
  and not exists (select from ticketing.clocks c where c.customer_account = t.customer_account and c.ticket_id = t.id);
