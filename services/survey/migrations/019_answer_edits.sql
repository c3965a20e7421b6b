-- Answers that somebody of the account corrected after the end of a response: what they were, and why.
create table survey.answer_edits (
  customer_account text not null,
  id bigint generated always as identity,
  session_id bigint not null,
  question_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  editor_id text not null,
  editor text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index answer_edits_session on survey.answer_edits (customer_account, session_id, id);

-- When the person's data was erased: what is left of the response is not changed any more.
alter table survey.sessions add column erased_at timestamptz;
