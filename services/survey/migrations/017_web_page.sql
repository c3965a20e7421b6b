-- How the questions are asked on the web, and which other sites may show the page in a frame: none unless they are named.
alter table survey.surveys
  add constraint surveys_interaction_mode_check check (interaction_mode in ('conversation', 'page')),
  add column frame_origins text[] not null default '{}' check (cardinality(frame_origins) <= 20);
