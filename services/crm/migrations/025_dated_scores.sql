-- Accounts with score rules about the last or the next days, and the day for which their records were scored: read before
-- any account is known.
create table crm.dated_scores (
  customer_account text collate "C" primary key,
  scored_on date not null
);
comment on table crm.dated_scores is 'no row security: read to know whose records to score; IDs only';
