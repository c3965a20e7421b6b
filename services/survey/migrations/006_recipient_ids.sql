-- The address of one person of a contact base.
alter table survey.recipients add column id bigint generated always as identity;
create unique index recipients_id on survey.recipients (customer_account, id);
