-- Numbers that are worked out from answers. Conditions may name one that was deleted: publishing says so.
create table survey.calculated (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  rank int not null,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,29}$'),
  expression text not null check (length(expression) between 1 and 300),
  primary key (customer_account, id),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create unique index calculated_name on survey.calculated (customer_account, survey_id, name);
alter table survey.conditions add column calculated_id bigint;

-- What is said at an end: the first of an outcome whose comparison is true.
create table survey.end_texts (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  rank int not null,
  outcome text not null check (outcome in ('completed', 'rejected', 'ineligible', 'ended')),
  asked_id bigint,
  calculated_id bigint,
  operand text not null,
  value text not null default '',
  text jsonb not null,
  primary key (customer_account, id),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create index end_texts_survey on survey.end_texts (customer_account, survey_id, rank, id);

-- The calculated values of a response, by their ids; those without a value are not in it.
alter table survey.sessions add column calculated jsonb not null default '{}';
