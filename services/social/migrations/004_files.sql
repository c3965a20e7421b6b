-- Files of customers that the network still has: fetched beside the messages, so that none waits for another's.
create table social.files (
  customer_account text not null,
  -- The chat's own id of the message it belongs to.
  message_id text collate "C" not null,
  channel_id bigint not null,
  external_id text collate "C" not null,
  provider_id text collate "C" not null,
  -- What the network said of it: id, name, type, bytes.
  media jsonb not null,
  at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- Whoever fetches it has it until then.
  taken_until timestamptz,
  tries integer not null default 0,
  -- Given up, or refused: kept so that an agent can ask for it again.
  failed_at timestamptz,
  primary key (customer_account, message_id),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);
create index files_due on social.files (customer_account, channel_id, due_at) where failed_at is null;
