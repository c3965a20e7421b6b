-- Messages that are written once and sent often. Merge fields stand in the body as in a blast's.
create table messaging.templates (
  customer_account text not null,
  id bigint generated always as identity,
  channel text not null check (channel in ('sms', 'whatsapp', 'email')),
  name text not null check (length(name) between 1 and 100),
  body text not null check (length(body) between 1 and 1600),
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index templates_name on messaging.templates (customer_account, channel, lower(name));
