-- When the reviews of an app of the Play Store were read, and which worker reads them.
create table social.review_polls (
  customer_account text not null,
  channel_id bigint not null,
  due_at timestamptz not null default now(),
  held_by text collate "C" not null default '',
  held_until timestamptz not null default 'epoch',
  polled_at timestamptz,
  -- When every page was read, not only those with something new; null: the next time.
  walked_at timestamptz,
  -- In a row.
  failures integer not null default 0,
  primary key (customer_account, channel_id),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);

-- The newest state of each review that is known: what is listed again is not taken again.
create table social.reviews (
  customer_account text not null,
  channel_id bigint not null,
  review_id text collate "C" not null,
  -- When the customer changed it and when it was answered, as "seconds.nanoseconds"; empty: not.
  modified text collate "C" not null default '',
  answered text collate "C" not null default '',
  -- Our own answers: the last that arrived, and the last that left.
  reply text not null default '',
  trying text not null default '',
  seen_at timestamptz not null default now(),
  primary key (customer_account, channel_id, review_id),
  foreign key (customer_account, channel_id) references social.channels (customer_account, id)
);
