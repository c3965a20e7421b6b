-- The posts of X that are in the inbox: to which conversation each belongs. Ids only.
create table social.tweets (
  customer_account text not null,
  channel_id bigint not null,
  tweet_id text collate "C" not null,
  -- The first post of the thread.
  conversation_id text collate "C" not null,
  -- The customer's id in the inbox: one thread with one person.
  external_id text collate "C" not null,
  ours boolean not null,
  at timestamptz not null,
  primary key (customer_account, channel_id, tweet_id),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);
create index tweets_thread on social.tweets (customer_account, channel_id, external_id, at);

-- Until when a network takes no more calls of one kind.
create table social.rate_limits (
  customer_account text not null,
  channel_id bigint not null,
  endpoint text collate "C" not null,
  until timestamptz not null,
  primary key (customer_account, channel_id, endpoint),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);

-- X shows us our own messages without our id: a hash of the words says which of them it is.
alter table social.outgoing add column digest text collate "C" not null default '';
-- It was not taken yet and leaves later: no failure.
alter table social.outgoing add column put_off boolean not null default false;
