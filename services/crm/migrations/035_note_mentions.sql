-- Whom a note mentions, as it was written: [{ "id", "words" }].
alter table crm.notes add column mentions jsonb not null default '[]';
