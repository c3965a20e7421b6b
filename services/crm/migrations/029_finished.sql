-- Sales by when they were recorded.
create index sales_recorded on crm.sales (customer_account, created_at, id);
