-- The price of an e-mail in 1/10,000 KES. An account without a row has the default.
create table email.settings (
  customer_account text primary key,
  mail_price int not null default 1000 check (mail_price >= 0)
);

-- Own domains that mails are sent from. Each has a DKIM key of its own, encrypted; `records` is what was found in DNS.
create table email.domains (
  customer_account text not null,
  id bigint generated always as identity,
  domain text collate "C" not null,
  selector text not null,
  public_key text not null,
  private_key bytea not null,
  records jsonb not null default '[]',
  proved boolean not null default false,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, domain)
);

-- Addresses that mails come from, each at one of these domains.
create table email.senders (
  customer_account text not null,
  id bigint generated always as identity,
  domain_id bigint not null,
  address text collate "C" not null,
  name text not null,
  reply_to text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, address),
  foreign key (customer_account, domain_id) references email.domains (customer_account, id) on delete cascade
);

-- `user_id` '' is the account's own.
create table email.signatures (
  customer_account text not null,
  user_id text not null default '',
  html text not null,
  updated_at timestamptz not null default now(),
  primary key (customer_account, user_id)
);

-- `html` is compiled at save: merge fields are in it in the form that is filled at sending.
create table email.templates (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  subject text not null default '',
  preheader text not null default '',
  blocks jsonb not null,
  text text not null default '',
  html text not null,
  fields text[] not null default '{}',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index templates_name on email.templates (customer_account, lower(name));

-- `content` is what is sent, as it was when the draft was made: a template that is changed later changes nothing here.
create table email.mailings (
  customer_account text not null,
  id bigint generated always as identity,
  key text not null,
  form_hash bytea not null,
  kind text not null check (kind in ('bulk', 'single')),
  name text not null default '',
  sender text not null,
  from_name text not null default '',
  reply_to text not null default '',
  domain_id bigint not null,
  -- What readers are told whom the mail is from when they unsubscribe.
  company text not null default '',
  subject text not null,
  preheader text not null default '',
  template_id bigint,
  body text not null default '',
  content jsonb not null,
  files jsonb not null default '[]',
  groups jsonb not null default '[]',
  audience jsonb not null default '{}',
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled')),
  send_at timestamptz,
  pause_after int,
  mail_price int not null,
  price jsonb not null,
  recipients int not null default 0,
  cost_cents bigint not null default 0,
  settled_cents bigint not null default 0,
  closed boolean not null default false,
  first_address text not null default '',
  user_id text,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (customer_account, id),
  unique (customer_account, key)
);
create index mailings_kind on email.mailings (customer_account, kind, id);

-- The counts of a mailing, apart from its text: this row is rewritten often. A trigger keeps it, so it is always exact.
create table email.mailing_counts (
  customer_account text not null,
  mailing_id bigint not null,
  queued int not null default 0 check (queued >= 0),
  sending int not null default 0 check (sending >= 0),
  sent int not null default 0 check (sent >= 0),
  unknown int not null default 0 check (unknown >= 0),
  bounced int not null default 0 check (bounced >= 0),
  failed int not null default 0 check (failed >= 0),
  suppressed int not null default 0 check (suppressed >= 0),
  cancelled int not null default 0 check (cancelled >= 0),
  -- Taken by the other side, whatever came back later: what is charged.
  accepted int not null default 0 check (accepted >= 0),
  complaints int not null default 0 check (complaints >= 0),
  unsubscribes int not null default 0 check (unsubscribes >= 0),
  primary key (customer_account, mailing_id),
  foreign key (customer_account, mailing_id) references email.mailings (customer_account, id) on delete cascade
) with (fillfactor = 50);

-- One row a recipient. `fields` has the merge fields that the content uses. A row is `sending` from before the mail is
-- handed over until its answer is written: one that stays so after its lease is `unknown`, and never sent again.
create table email.recipients (
  customer_account text not null,
  mailing_id bigint not null,
  seq int not null,
  address text collate "C" not null,
  name text not null default '',
  fields jsonb not null default '{}',
  status text not null default 'queued' check (status in
    ('queued', 'sending', 'sent', 'unknown', 'bounced', 'failed', 'suppressed', 'cancelled')),
  reason text not null default '',
  tries smallint not null default 0,
  first_try timestamptz,
  not_before timestamptz,
  owner text,
  lease_until timestamptz,
  queue_id text not null default '',
  sent_at timestamptz,
  done_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (customer_account, mailing_id, seq),
  unique (customer_account, mailing_id, address),
  foreign key (customer_account, mailing_id) references email.mailings (customer_account, id) on delete cascade
) with (fillfactor = 70);
create index recipients_queue on email.recipients (customer_account, mailing_id, not_before nulls first, seq)
  where status = 'queued';
create index recipients_sending on email.recipients (customer_account, lease_until) where status = 'sending';
create index recipients_address on email.recipients (customer_account, address, sent_at);

create function email.count_recipients() returns trigger language plpgsql set search_path = '' as $$
begin
  update email.mailing_counts c set
    queued = c.queued + d.queued, sending = c.sending + d.sending, sent = c.sent + d.sent,
    unknown = c.unknown + d.unknown, bounced = c.bounced + d.bounced, failed = c.failed + d.failed,
    suppressed = c.suppressed + d.suppressed, cancelled = c.cancelled + d.cancelled, accepted = c.accepted + d.accepted,
    complaints = c.complaints + d.complaints, unsubscribes = c.unsubscribes + d.unsubscribes
  from (
    select customer_account, mailing_id,
      sum(step) filter (where status = 'queued') as queued, sum(step) filter (where status = 'sending') as sending,
      sum(step) filter (where status = 'sent') as sent, sum(step) filter (where status = 'unknown') as unknown,
      sum(step) filter (where status = 'bounced') as bounced, sum(step) filter (where status = 'failed') as failed,
      sum(step) filter (where status = 'suppressed') as suppressed,
      sum(step) filter (where status = 'cancelled') as cancelled,
      sum(step) filter (where sent_at is not null) as accepted,
      sum(step) filter (where complained_at is not null) as complaints,
      sum(step) filter (where unsubscribed_at is not null) as unsubscribes
    from (
      select n.customer_account, n.mailing_id, n.status, n.sent_at, n.complained_at, n.unsubscribed_at, 1 as step from fresh n
      union all
      select o.customer_account, o.mailing_id, o.status, o.sent_at, o.complained_at, o.unsubscribed_at, -1 from before o
    ) moves group by customer_account, mailing_id
  ) s cross join lateral (select
    coalesce(s.queued, 0) as queued, coalesce(s.sending, 0) as sending, coalesce(s.sent, 0) as sent,
    coalesce(s.unknown, 0) as unknown, coalesce(s.bounced, 0) as bounced, coalesce(s.failed, 0) as failed,
    coalesce(s.suppressed, 0) as suppressed, coalesce(s.cancelled, 0) as cancelled, coalesce(s.accepted, 0) as accepted,
    coalesce(s.complaints, 0) as complaints, coalesce(s.unsubscribes, 0) as unsubscribes) d
  where c.customer_account = s.customer_account and c.mailing_id = s.mailing_id;
  return null;
end $$;
create trigger count_recipients after update on email.recipients
  referencing old table as before new table as fresh for each statement execute function email.count_recipients();

-- Mailings with something left to do.
create table email.queue (
  mailing_id bigint primary key,
  customer_account text not null,
  state text not null check (state in ('confirming', 'scheduled', 'sending', 'paused', 'cancelled')),
  due timestamptz not null default now(),
  -- One of few recipients goes first.
  urgent boolean not null default false,
  -- When some of it were last taken: mailings take turns.
  turn timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);
comment on table email.queue is 'no row security: the worker finds work before it knows the account; ids and states only';

-- What came back, of which mail: five soft ones in two weeks suppress an address.
create table email.bounces (
  customer_account text not null,
  id bigint generated always as identity,
  mailing_id bigint not null,
  seq int not null,
  address text collate "C" not null,
  kind text not null check (kind in ('hard', 'soft', 'blocked')),
  code text not null default '',
  reason text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id)
);
create index bounces_address on email.bounces (customer_account, address, at);

-- Addresses that get no mails: from their own click, from their host, from a complaint, or by staff.
create table email.suppressions (
  customer_account text not null,
  id bigint generated always as identity,
  address text collate "C" not null,
  source text not null check (source in ('unsubscribe', 'bounce', 'complaint', 'staff', 'import')),
  reason text not null default '',
  added_by text not null default '',
  mailing_id bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (customer_account, id),
  unique (customer_account, address)
);
create index suppressions_expiry on email.suppressions (customer_account, expires_at) where expires_at is not null;

-- How far the mailbox of bounces was read; one row for the whole program.
create table email.bounce_mailbox (
  mailbox text primary key,
  uid_validity text not null,
  last_uid bigint not null default 0
);

-- Figures by the account's day.
create table email.daily (
  customer_account text not null,
  day date not null,
  sent int not null default 0,
  bounced int not null default 0,
  complaints int not null default 0,
  unsubscribes int not null default 0,
  primary key (customer_account, day)
) with (fillfactor = 50);
