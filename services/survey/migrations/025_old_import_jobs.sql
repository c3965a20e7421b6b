-- Files of old results are read and added by jobs (services/survey/old/jobs.ts).

alter table survey.old_imports
  drop constraint old_imports_state_check,
  -- Reading and adding: a job is at it. Checked: what it would add is known, and its rows wait in old_import_rows.
  add constraint old_imports_state_check check (state in ('reading', 'checked', 'adding', 'done', 'failed')),
  -- Where the file is while it is read, below the data folder.
  add column file_path text not null default '',
  -- By whose clock the times of the file are.
  add column time_zone text not null default 'Africa/Nairobi',
  -- Why the file could not be read.
  add column message text not null default '';
