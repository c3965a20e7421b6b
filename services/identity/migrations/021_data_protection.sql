-- What was asked for one person's data: an archive of it, or its erasure.
create table identity.person_requests (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('export', 'erasure')),
  -- Whom it is about. An erasure that is done keeps neither.
  msisdn text,
  email text,
  -- As lists show it: an erasure's with its middle left out.
  label text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Kinds of data with their counts, and for an erasure what had to stay and why.
  outcome jsonb not null default '[]',
  message text not null default '',
  file_id uuid,
  expires_at timestamptz,
  requested_by text not null,
  requested_by_id text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (customer_account, id)
);

-- Months after which a kind of data goes; null keeps it. An account without a row keeps everything.
create table identity.retention (
  customer_account text primary key,
  messages_months int check (messages_months between 1 and 120),
  activities_months int check (activities_months between 1 and 120),
  files_months int check (files_months between 1 and 120),
  changed_by text not null default '',
  changed_at timestamptz not null default now(),
  ran_at timestamptz,
  removed jsonb not null default '{}'
);
