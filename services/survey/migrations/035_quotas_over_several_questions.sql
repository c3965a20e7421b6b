-- A limit is on answers to several questions: each condition names a question, and a choice, a yes or no, or a range of
-- numbers (rules/survey/quotas.ts). A limit without a name is that of one choice. A question or a choice that a named one is
-- about may be deleted: publishing says so.
alter table survey.quotas
  no force row level security,
  add column name text not null default '' check (length(name) <= 100),
  add column conditions jsonb;
update survey.quotas set conditions = jsonb_build_array(jsonb_build_object(
  'question', question_id, 'group', jsonb_build_object('kind', 'choice', 'choice', choice_id)));
drop index survey.quotas_choice;
alter table survey.quotas
  alter column conditions set not null,
  add constraint quotas_conditions check (jsonb_array_length(conditions) between 1 and 4),
  drop column question_id,
  drop column choice_id,
  force row level security;
create index quotas_survey on survey.quotas (customer_account, survey_id, id);
create unique index quotas_choice on survey.quotas (customer_account, survey_id, conditions) where name = '';
create unique index quotas_name on survey.quotas (customer_account, survey_id, lower(name)) where name <> '';
