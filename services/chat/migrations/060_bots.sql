-- The bot of a WhatsApp number. `draft` is what people edit; `version` is the one in use, null before the first.
create table chat.bots (
  customer_account text not null,
  inbox_id bigint not null,
  active boolean not null default false check (not active or version is not null),
  version integer,
  draft jsonb not null,
  updated_by text not null default '',
  updated_at timestamptz not null default now(),
  primary key (customer_account, inbox_id),
  foreign key (customer_account, inbox_id) references chat.inboxes (customer_account, id)
);

-- The graph as it was put into use. A conversation keeps the version that it began with.
create table chat.bot_versions (
  customer_account text not null,
  inbox_id bigint not null,
  version integer not null,
  graph jsonb not null,
  made_at timestamptz not null default now(),
  primary key (customer_account, inbox_id, version),
  foreign key (customer_account, inbox_id) references chat.bots (customer_account, inbox_id) on delete cascade
);

-- Conversations that a bot had. `person`: it gave them to people; `ended`: it ended them; `silent`: the customer wrote
-- nothing more.
create table chat.bot_conversations (
  customer_account text not null,
  contact_id bigint not null,
  inbox_id bigint not null,
  version integer not null,
  state jsonb not null default '{}',
  outcome text not null default 'running' check (outcome in ('running', 'person', 'ended', 'silent')),
  begun_at timestamptz not null,
  over_at timestamptz,
  primary key (customer_account, contact_id),
  foreign key (customer_account, contact_id) references chat.contacts (customer_account, contact_id) on delete cascade
);
create index bot_conversations_begun on chat.bot_conversations (customer_account, inbox_id, begun_at);
create index bot_conversations_running on chat.bot_conversations (customer_account, inbox_id, version)
  where outcome = 'running';

-- Messages of customers that a bot did not understand.
create table chat.bot_misses (
  customer_account text not null,
  message bigint not null,
  inbox_id bigint not null,
  at timestamptz not null,
  primary key (customer_account, message),
  foreign key (customer_account, message) references chat.messages (customer_account, id) on delete cascade
);
create index bot_misses_at on chat.bot_misses (customer_account, inbox_id, at);
