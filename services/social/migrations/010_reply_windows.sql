-- When a customer last wrote on WhatsApp: for 24 hours after it anything may be said to them.
create table social.reply_windows (
  customer_account text not null,
  channel_id bigint not null,
  external_id text not null collate "C",
  at timestamptz not null,
  primary key (customer_account, channel_id, external_id)
);
