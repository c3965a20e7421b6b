-- What a record is found by where there are too many to read them all: the beginning of a name, a surname, a company or
-- a number, and the end of a number. Below row-level security only leakproof comparisons of columns may use an index, so
-- small letters and turned numbers are columns.
alter table crm.records
  add column name_start text collate "C" generated always as (lower(name)) stored,
  add column surname_start text collate "C" generated always as
    (case when strpos(name, ' ') > 0 then lower(split_part(name, ' ', -1)) end) stored,
  add column company_start text collate "C" generated always as (lower(company)) stored,
  add column phone_tail text collate "C" generated always as (reverse(phone)) stored;
create index records_name on crm.records (customer_account, kind, name_start, id);
create index records_surname on crm.records (customer_account, kind, surname_start) where surname_start is not null;
create index records_company_start on crm.records (customer_account, kind, company_start) where company_start <> '';
create index records_phone_start on crm.records (customer_account, phone collate "C") where phone <> '';
create index records_phone_tail on crm.records (customer_account, phone_tail) where phone_tail <> '';

-- The orders and filters of the lists.
create index records_score on crm.records (customer_account, kind, score, id);
create index records_active on crm.records (customer_account, kind, active_at, id);
create index records_value on crm.records (customer_account, kind, value_cents, id);
create index records_manager on crm.records (customer_account, kind, sales_manager_id, id);

-- What boards and the dashboard add up, without reading the records.
create index records_sums on crm.records (customer_account, kind, stage_id, currency, expected_close)
  include (value_cents) where converted_at is null;
create index records_won on crm.records (customer_account, kind, won_on) where won_on is not null;
create index records_stage_at on crm.records (customer_account, kind, stage_at);
