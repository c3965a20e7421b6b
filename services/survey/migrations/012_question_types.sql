-- A row of a matrix is kept beside its choices.
alter table survey.choices drop constraint choices_role_check;
alter table survey.choices
  add constraint choices_role_check check (role in ('normal', 'other', 'exclusive', 'row'));
