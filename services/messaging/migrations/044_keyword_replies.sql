-- What an account answers by itself to a word of its own, in English and Swahili.
create table messaging.keyword_replies (
  customer_account text not null,
  id bigint generated always as identity,
  words_en text[] not null default '{}' check (cardinality(words_en) <= 20),
  words_sw text[] not null default '{}' check (cardinality(words_sw) <= 20),
  reply_en text not null default '',
  reply_sw text not null default '',
  -- Why the last answer could not be sent; empty when it was.
  trouble text not null default '',
  changed_by text not null default '',
  changed_at timestamptz not null default now(),
  primary key (customer_account, id)
);

-- Which received messages were answered so, and when: no more than a few an hour to one number.
create table messaging.auto_replies (
  customer_account text not null,
  inbox_id bigint not null,
  msisdn text not null,
  at timestamptz not null default now(),
  primary key (customer_account, inbox_id)
);
create index auto_replies_number on messaging.auto_replies (customer_account, msisdn, at);
