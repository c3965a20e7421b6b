-- A customer is looked up by address: below row-level security only comparisons of columns may use an index.
alter table chat.people add column email_key text collate "C" generated always as (lower(email)) stored;
create index people_email_key on chat.people (customer_account, email_key) where email_key <> '';
