-- What other texts of the survey call the answer to a question; empty: only its id does.
alter table survey.questions
  add column name text not null default '' check (name = '' or name ~ '^[a-z][a-z0-9_]{0,29}$');
create unique index questions_name on survey.questions (customer_account, survey_id, name) where name <> '';
