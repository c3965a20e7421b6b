-- How far a mailbox was read, and which worker reads it.
create table social.mailboxes (
  customer_account text not null,
  channel_id bigint not null,
  -- The host's numbering (RFC 3501 2.3.1.1) and the last number that was stored; null: never opened.
  uid_validity text,
  last_uid bigint not null default 0,
  -- Mails that are older lay there before it was connected: they are never taken.
  opened_at timestamptz,
  -- A mail that can't be fetched, and how often that was tried.
  stuck_uid bigint,
  stuck_tries integer not null default 0,
  held_by text collate "C" not null default '',
  held_until timestamptz not null default 'epoch',
  fetched_at timestamptz,
  -- In a row.
  failures integer not null default 0,
  primary key (customer_account, channel_id),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);

-- Every mail that came or went, by its Message-ID: each once, and whose thread it belongs to. Kept for half a year.
create table social.mails (
  customer_account text not null,
  channel_id bigint not null,
  key text collate "C" not null,
  direction text not null check (direction in ('in', 'out')),
  -- The customer of the thread, by address; empty until the mail was looked at.
  external_id text collate "C" not null default '',
  contact_id bigint,
  -- Ours of the chat, when it went out.
  message_id text collate "C",
  subject text not null default '',
  answers text[] not null default '{}',
  -- A machine wrote it.
  automatic boolean not null default false,
  -- Its size, when it was too large to be fetched whole.
  cut bigint,
  at timestamptz not null default now(),
  primary key (customer_account, channel_id, key),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);
create index mails_thread on social.mails (customer_account, channel_id, external_id, at desc);
create index mails_old on social.mails (customer_account, channel_id, at);
