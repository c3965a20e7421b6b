-- Rows whose number came before in the file are not counted as refused; contacts of which something was cut or left out
-- are listed with the refused rows, with a note.
alter table messaging.import_refused
  add column kind text not null default 'refused' check (kind in ('refused', 'repeated', 'noted'));
alter table messaging.imports
  add column repeated bigint not null default 0,
  add column noted bigint not null default 0,
  -- What the whole file comes to with the guessed columns, counted at the upload.
  add column expected jsonb;
