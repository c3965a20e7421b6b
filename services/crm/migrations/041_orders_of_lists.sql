-- The orders of the smaller lists. Below row-level security an index answers columns, so small letters are columns.
alter table crm.tasks
  add column title_start text collate "C" generated always as (lower(title)) stored,
  add column user_start text collate "C" generated always as (lower(user_name)) stored;
create index tasks_title on crm.tasks (customer_account, title_start, id);
create index tasks_user_name on crm.tasks (customer_account, user_start, id);

alter table crm.appointments
  add column title_start text collate "C" generated always as (lower(title)) stored,
  add column user_start text collate "C" generated always as (lower(user_name)) stored;
create index appointments_title on crm.appointments (customer_account, title_start, id);
create index appointments_user_name on crm.appointments (customer_account, user_start, id);

create index quotes_total on crm.quotes (customer_account, total_cents, id);
create index quotes_valid on crm.quotes (customer_account, valid_until, id);
create index sales_total on crm.sales (customer_account, total_cents, id);
create index duplicate_pairs_found on crm.duplicate_pairs (customer_account, found_at, id) where state = 'open';
create index sequence_people_entered on crm.sequence_people (customer_account, sequence_id, entered_at, id);
create index sequence_people_next on crm.sequence_people (customer_account, sequence_id, due_at, id);
