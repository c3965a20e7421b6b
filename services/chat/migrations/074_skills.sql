-- The skills of the account are identity's, by the same number; here is what chat has to know of them.
create table chat.skills (
  customer_account text not null,
  id bigint not null,
  -- As identity has it.
  name text not null,
  -- No longer among the account's skills.
  removed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (customer_account, id)
);

-- What an agent can do, as identity has it.
alter table chat.participants add column skills bigint[] not null default '{}';

-- The skill that a conversation of this channel waits for at first; null: none.
alter table chat.inboxes add column skill_id bigint,
  add foreign key (customer_account, skill_id) references chat.skills (customer_account, id);
create index inboxes_skill on chat.inboxes (customer_account, skill_id) where skill_id is not null;

-- Minutes that a conversation waits for a skill; then anyone may be given it. Null: for as long as it waits.
alter table chat.routing add column skill_minutes integer default 5 check (skill_minutes between 1 and 1440);

alter table chat.contacts
  -- The skill that whoever is given it must have, and until when; null: for as long as it waits.
  add column skill_id bigint,
  add column skill_until timestamptz,
  add foreign key (customer_account, skill_id) references chat.skills (customer_account, id),
  add check (skill_id is not null or skill_until is null);
create index contacts_skill on chat.contacts (customer_account, skill_id) where skill_id is not null;
