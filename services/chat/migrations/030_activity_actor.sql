-- Who did it is kept as such; until now it was read off the name.
alter table chat.activities add column by_kind text not null default 'customer';
alter table chat.activities no force row level security;
update chat.activities set by_kind = case when by_id is not null then 'agent' else 'system' end
where by_id is not null or by = 'Jibu';
alter table chat.activities force row level security;
alter table chat.activities alter column by_kind drop default;
alter table chat.activities
  add constraint activities_by_kind_check check (by_kind in ('agent', 'customer', 'system'));
