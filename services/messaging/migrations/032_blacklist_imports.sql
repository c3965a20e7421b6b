-- An import may fill the blacklist instead of a group. What it added is known until the number is named again by
-- anybody: an undo takes off only what nobody else has asked for.
alter table messaging.imports
  add column target text not null default 'group' check (target in ('group', 'blacklist'));
alter table messaging.blacklist add column import_id bigint;
