-- A customer is looked up by address: below row-level security only comparisons of columns may use an index.
alter table crm.records add column email_key text collate "C" generated always as (lower(email)) stored;
create index records_email_key on crm.records (customer_account, email_key) where email_key <> '';
