create table survey.surveys (
  customer_account text not null,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  title text not null check (length(title) between 1 and 200),
  category text not null,
  interaction_mode text not null,
  channels text[] not null,
  languages text[] not null check (cardinality(languages) between 1 and 9),
  -- What is said at the end of a completed survey, by language.
  ending jsonb not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'published', 'closed')),
  -- The version that new sessions get; 0: none was published.
  version int not null default 0,
  -- Whether the questions were changed since that version.
  edited boolean not null default false,
  -- Where it can be answered on the web; null: nowhere.
  link text,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, uuid)
);
create unique index surveys_title on survey.surveys (customer_account, lower(title));

create table survey.questions (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  rank int not null,
  type text not null,
  text jsonb not null,
  required boolean not null default true,
  max_rating smallint not null default 5 check (max_rating between 2 and 10),
  min_number double precision,
  max_number double precision,
  primary key (customer_account, id),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create index questions_survey on survey.questions (customer_account, survey_id, rank, id);

create table survey.choices (
  customer_account text not null,
  id bigint generated always as identity,
  question_id bigint not null,
  rank int not null,
  text jsonb not null,
  -- What is taken for this choice when it is typed.
  aliases text[] not null default '{}',
  primary key (customer_account, id),
  foreign key (customer_account, question_id) references survey.questions (customer_account, id) on delete cascade
);
create index choices_question on survey.choices (customer_account, question_id, rank, id);

create table survey.conditions (
  customer_account text not null,
  id bigint generated always as identity,
  question_id bigint not null,
  rank int not null,
  -- Whose answer is compared; null: that to the question itself. It and the target may be deleted: publishing says so.
  asked_id bigint,
  operand text not null,
  value text not null default '',
  -- Where the survey goes on; null: it ends.
  target_id bigint,
  primary key (customer_account, id),
  foreign key (customer_account, question_id) references survey.questions (customer_account, id) on delete cascade
);
create index conditions_question on survey.conditions (customer_account, question_id, rank, id);

-- What was published. Sessions keep the version that they began with.
create table survey.versions (
  customer_account text not null,
  survey_id bigint not null,
  version int not null,
  graph jsonb not null,
  by text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, survey_id, version),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);

-- How many completed responses with a choice are wanted.
create table survey.quotas (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  question_id bigint not null,
  choice_id bigint not null,
  max_count int not null check (max_count between 1 and 1000000),
  taken int not null default 0,
  primary key (customer_account, id),
  check (taken <= max_count),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create unique index quotas_choice on survey.quotas (customer_account, survey_id, question_id, choice_id);

create table survey.sessions (
  customer_account text not null,
  id bigint generated always as identity,
  survey_id bigint not null,
  version int not null,
  channel text not null check (channel in ('web', 'sms')),
  language text not null,
  -- Who answers: a number and a name for a survey by SMS, nobody in particular on the web.
  msisdn text not null default '' collate "C",
  name text not null default '',
  -- The sender ID that the questions come from.
  sender text not null default '',
  -- A web session is found by the hash of its secret.
  token_hash bytea,
  disposition text not null,
  -- The question that waits for an answer; null: none.
  question_id bigint,
  -- Replies in a row that were not understood.
  invalid smallint not null default 0,
  begun_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (customer_account, id),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create index sessions_survey on survey.sessions (customer_account, survey_id, disposition, id);
create index sessions_newest on survey.sessions (customer_account, survey_id, id);
create unique index sessions_token on survey.sessions (customer_account, token_hash) where token_hash is not null;
create index sessions_number on survey.sessions (customer_account, msisdn) where msisdn <> '';
-- A number is asked by a sender ID about one thing at a time.
create unique index sessions_open on survey.sessions (customer_account, sender, msisdn)
  where msisdn <> '' and ended_at is null;

create table survey.answers (
  customer_account text not null,
  session_id bigint not null,
  question_id bigint not null,
  answer jsonb not null,
  -- Whether the question is on the way that was taken in the end.
  counted boolean not null default true,
  at timestamptz not null default now(),
  primary key (customer_account, session_id, question_id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index answers_question on survey.answers (customer_account, question_id);

-- What was asked and what was typed, in order.
create table survey.turns (
  customer_account text not null,
  id bigint generated always as identity,
  session_id bigint not null,
  question_id bigint,
  incoming boolean not null,
  text text not null,
  understood boolean not null default true,
  at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index turns_session on survey.turns (customer_account, session_id, id);
create index turns_refused on survey.turns (customer_account, question_id) where not understood;

-- The public address of a survey.
create table survey.links (
  token text not null primary key,
  customer_account text not null,
  survey_id bigint not null
);
comment on table survey.links is 'no row security: a public link finds its account here; ids only';
