-- Surveys of the old version: results that were imported, which nothing asks or changes any more.

create table survey.old_imports (
  customer_account text not null,
  id bigint generated always as identity,
  -- Checked: what it would add is known, and its rows wait in old_import_rows.
  state text not null default 'checked' check (state in ('checked', 'done')),
  file_name text not null,
  file_sha256 bytea not null,
  -- The headings of the file.
  columns text[] not null,
  row_count int not null,
  refused int not null,
  -- What it added, or would add: surveys, questions, runs, people, answers and messages.
  added jsonb not null default '{}',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (customer_account, id)
);

create table survey.old_import_refused (
  customer_account text not null,
  import_id bigint not null,
  line int not null,
  reason text not null,
  cells jsonb not null,
  -- Whose row it is, as far as it could be read: for erasures.
  msisdn text not null default '' collate "C",
  primary key (customer_account, import_id, line),
  foreign key (customer_account, import_id) references survey.old_imports (customer_account, id) on delete cascade
);

create table survey.old_surveys (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  title text not null check (length(title) between 1 and 200),
  title_key text collate "C" generated always as (lower(title)) stored,
  primary key (customer_account, id),
  unique (customer_account, title_key)
);

create table survey.old_questions (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  survey_id bigint not null,
  number int not null,
  text text not null,
  -- A text may be too long for an index.
  text_key text collate "C" generated always as (md5(lower(text))) stored,
  type text not null default '',
  primary key (customer_account, id),
  unique (customer_account, survey_id, text_key),
  foreign key (customer_account, survey_id) references survey.old_surveys (customer_account, id) on delete cascade
);

create table survey.old_runs (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  survey_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  name_key text collate "C" generated always as (lower(name)) stored,
  channel text not null check (channel in ('sms', 'whatsapp')),
  sender text not null default '',
  made_at timestamptz,
  -- Null: it was never started.
  started_at timestamptz,
  ended_at timestamptz,
  primary key (customer_account, id),
  unique (customer_account, survey_id, name_key),
  foreign key (customer_account, survey_id) references survey.old_surveys (customer_account, id) on delete cascade
);

-- Which contact field got the answer to a question.
create table survey.old_fields (
  customer_account text not null,
  run_id bigint not null,
  question_id bigint not null,
  import_id bigint,
  field text not null,
  primary key (customer_account, run_id, question_id),
  foreign key (customer_account, run_id) references survey.old_runs (customer_account, id) on delete cascade,
  foreign key (customer_account, question_id) references survey.old_questions (customer_account, id) on delete cascade
);
create index old_fields_question on survey.old_fields (customer_account, question_id);

create table survey.old_contacts (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  run_id bigint not null,
  msisdn text not null collate "C",
  name text not null default '',
  status text not null default '',
  primary key (customer_account, id),
  unique (customer_account, run_id, msisdn),
  foreign key (customer_account, run_id) references survey.old_runs (customer_account, id) on delete cascade
);
create index old_contacts_run on survey.old_contacts (customer_account, run_id, id);
create index old_contacts_number on survey.old_contacts (customer_account, msisdn);

create table survey.old_answers (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  survey_id bigint not null,
  contact_id bigint not null,
  question_id bigint not null,
  answer text not null,
  at timestamptz,
  primary key (customer_account, id),
  unique (customer_account, contact_id, question_id),
  foreign key (customer_account, survey_id) references survey.old_surveys (customer_account, id) on delete cascade,
  foreign key (customer_account, contact_id) references survey.old_contacts (customer_account, id) on delete cascade,
  foreign key (customer_account, question_id) references survey.old_questions (customer_account, id) on delete cascade
);
create index old_answers_survey on survey.old_answers (customer_account, survey_id, id);
create index old_answers_question on survey.old_answers (customer_account, question_id);

create table survey.old_messages (
  customer_account text not null,
  id bigint generated always as identity,
  import_id bigint,
  channel text not null check (channel in ('sms', 'whatsapp')),
  run_id bigint not null,
  contact_id bigint not null,
  incoming boolean not null default false,
  text text not null,
  text_key text collate "C" generated always as (md5(text)) stored,
  status text not null default '',
  at timestamptz,
  primary key (customer_account, id),
  unique nulls not distinct (customer_account, contact_id, at, incoming, text_key),
  foreign key (customer_account, run_id) references survey.old_runs (customer_account, id) on delete cascade,
  foreign key (customer_account, contact_id) references survey.old_contacts (customer_account, id) on delete cascade
);
create index old_messages_channel on survey.old_messages (customer_account, channel, id);
create index old_messages_run on survey.old_messages (customer_account, run_id, id);

-- The rows of a file that was checked, until it is imported or forgotten.
create table survey.old_import_rows (
  customer_account text not null,
  import_id bigint not null,
  line int not null,
  survey text not null,
  survey_key text collate "C" generated always as (lower(survey)) stored,
  question text not null,
  question_key text collate "C" generated always as (md5(lower(question))) stored,
  question_number int,
  question_type text not null,
  run text not null,
  run_key text collate "C" generated always as (lower(run)) stored,
  channel text not null,
  sender text not null,
  made_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  msisdn text not null collate "C",
  name text not null,
  status text not null,
  field text not null,
  answer text not null,
  answered_at timestamptz,
  message text not null,
  incoming boolean not null,
  message_status text not null,
  message_at timestamptz,
  primary key (customer_account, import_id, line),
  foreign key (customer_account, import_id) references survey.old_imports (customer_account, id) on delete cascade
);
