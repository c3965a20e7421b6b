-- A sale that was recorded by mistake is kept, and counts no more. Nothing is recorded as paid of it.
alter table crm.sales
  add column removed_at timestamptz,
  add column removed_by text not null default '',
  add constraint sales_removed check (removed_at is null or paid_cents = 0);

-- The quote that a sale was made of.
create index quotes_sale on crm.quotes (customer_account, sale_id) where sale_id is not null;
