-- How many sessions keep a version, and how many of them are open, is counted in this index alone.
create index sessions_version on survey.sessions (customer_account, survey_id, version, ended_at);
