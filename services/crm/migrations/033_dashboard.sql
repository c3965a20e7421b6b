-- What the dashboard counts over days, and the lists that it opens.
create index records_created on crm.records (customer_account, kind, created_at) include (source, converted_at);
create index notes_created on crm.notes (customer_account, created_at) include (by_id, by);
create index appointments_begun on crm.appointments (customer_account, starts_at) include (user_id, user_name)
  where state <> 'cancelled';
