-- A low answer to this question opens a ticket when the session ends; null: none does.
alter table survey.surveys
  add column ticket_question_id bigint,
  add column ticket_at_most int check (ticket_at_most between 0 and 1000000),
  add check ((ticket_question_id is null) = (ticket_at_most is null));

-- The ticket that a session opened.
alter table survey.sessions add column ticket_id bigint;
