-- Asking someone changes a session once more, from "queued" to "contacted". While that state was in an index, each of those
-- changes was written to all indexes. Lists are read by a state of its own, which is empty as long as a session was only
-- asked or begun, and a page has room for the other half: what happens until then is written to the row alone.
drop index survey.sessions_survey;
alter table survey.sessions
  add column listed_as text generated always as (
    case when disposition not in ('registered', 'queued', 'contacted', 'started') then disposition end) stored,
  set (fillfactor = 50);
create index sessions_survey on survey.sessions (customer_account, survey_id, listed_as, id) where listed_as is not null;
