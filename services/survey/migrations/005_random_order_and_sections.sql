-- Choices in another order for each session. Those with another role stay last: `other`, and `exclusive`, which is chosen
-- alone.
alter table survey.questions add column random_order boolean not null default false;
alter table survey.choices
  add column role text not null default 'normal' check (role in ('normal', 'other', 'exclusive'));

-- The section that begins at a question: a title and a text above it and those after it, by language. No title: none does.
alter table survey.questions
  add column section_title jsonb not null default '{}',
  add column section_text jsonb not null default '{}';
