-- A section that is asked in random order with those beside it that are, too.
alter table survey.questions add column random_section boolean not null default false;
