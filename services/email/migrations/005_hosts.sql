-- An account's own mail host. One without a row sends through the platform's. The password is encrypted.
create table email.hosts (
  customer_account text primary key,
  host text not null,
  port int not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'starttls', 'none')),
  user_name text not null default '',
  password bytea,
  per_minute int not null check (per_minute between 1 and 6000),
  -- The warm-up plan: e-mails of the first day, how much more each day takes in percent, and the day's number at which
  -- it is over. Without it there is no limit by day.
  first_day int check (first_day between 1 and 1000000),
  growth int check (growth between 1 and 300),
  target int check (target between 1 and 10000000),
  started_on date not null,
  -- When the next e-mail may leave, by the rate.
  free_at timestamptz not null default '-infinity',
  tested_at timestamptz not null default now(),
  changed_by text not null default '',
  changed_at timestamptz not null default now(),
  check ((first_day is null) = (growth is null) and (first_day is null) = (target is null))
);

-- E-mails that were handed to an account's own host, by the account's day.
create table email.host_days (
  customer_account text not null,
  day date not null,
  taken int not null default 0 check (taken >= 0),
  primary key (customer_account, day)
) with (fillfactor = 50);

-- Why sending stopped by itself.
alter table email.mailings add pause_reason text not null default '';
