-- What promotional texts end with, and when other messages may leave: null, at any hour.
alter table messaging.settings
  add column footer text not null default 'STOP*456*9*5#' check (length(footer) between 1 and 60),
  add column transactional_from time,
  add column transactional_until time,
  add column changed_by text not null default '',
  add column changed_at timestamptz,
  add check ((transactional_from is null) = (transactional_until is null)),
  add check (transactional_from < transactional_until);

-- What was added to each text; null where nothing was, and in promotional blasts that are older than this column.
alter table messaging.blasts add column footer text;

-- Waits for hours although it is not promotional: its account has quiet hours for other messages.
alter table messaging.queue add column quiet boolean not null default false;
