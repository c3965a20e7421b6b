-- Of a note that a contact or a deal has from its lead: the lead's. It was written once and counts once.
alter table crm.notes add column copied_from bigint;

update crm.notes n set copied_from = o.id
from crm.conversions v
join crm.notes o on o.customer_account = v.customer_account and o.record_id = v.lead_id
where n.customer_account = v.customer_account and n.record_id in (v.contact_id, v.deal_id)
  and n.text = o.text and n.created_at = o.created_at;

create index notes_written on crm.notes (customer_account, created_at) include (by_id, by) where copied_from is null;
drop index crm.notes_created;
