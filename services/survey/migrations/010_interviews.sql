-- Interviews: somebody of the account asks the questions and enters the answers.
alter table survey.sessions drop constraint sessions_channel_check, drop constraint sessions_current_channel_check;
alter table survey.sessions
  add constraint sessions_channel_check check (channel in ('web', 'sms', 'whatsapp', 'agent')),
  -- While an interviewer asks, the person is asked nothing by SMS or on WhatsApp.
  add constraint sessions_current_channel_check check (current_channel in ('sms', 'whatsapp', 'agent'));

-- Who asked in a session, from when to when: one row each time that somebody began, went on with it or took it over.
create table survey.interviews (
  customer_account text not null,
  id bigint generated always as identity,
  session_id bigint not null,
  interviewer_id text not null,
  interviewer text not null,
  -- What it was begun from, such as a call.
  source text not null default '' check (source in ('', 'call', 'person', 'ticket', 'lead', 'contact', 'deal', 'customer')),
  source_id text not null default '',
  begun_at timestamptz not null default now(),
  -- The last answer.
  active_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Why it was broken off.
  reason text not null default ''
    check (reason in ('', 'later', 'connection', 'other', 'refusal', 'wrong person', 'taken over')),
  note text not null default '',
  primary key (customer_account, id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index interviews_session on survey.interviews (customer_account, session_id, id);
create index interviews_interviewer on survey.interviews (customer_account, interviewer_id, session_id);
-- One person asks at a time.
create unique index interviews_open on survey.interviews (customer_account, session_id) where ended_at is null;
create index sessions_interviewed on survey.sessions (customer_account, survey_id, id)
  where current_channel = 'agent' and ended_at is null;

-- Sessions that interviewers have open.
create table survey.open_interviews (
  session_id bigint primary key,
  customer_account text not null
);
comment on table survey.open_interviews is 'no row security: the hourly work finds interviews before it knows the account; ids only';

-- What interviewers are told beside a question.
alter table survey.questions add column interviewer_note text not null default '' check (length(interviewer_note) <= 500);
