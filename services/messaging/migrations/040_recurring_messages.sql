-- Messages that go out again every day, week or month. A form belongs to its first blast and begins to count when that
-- one is confirmed.
create table messaging.recurring_messages (
  customer_account text not null,
  id bigint generated always as identity,
  form jsonb not null,
  every text not null check (every in ('day', 'week', 'month')),
  until date,
  state text not null default 'draft' check (state in ('draft', 'active', 'stopped', 'ended')),
  first_at timestamptz,
  next_at timestamptz,
  -- The newest of its blasts, and why the last time nothing went out.
  last_blast bigint,
  trouble text not null default '',
  user_id text,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create index recurring_messages_active on messaging.recurring_messages (customer_account, id) where state = 'active';

alter table messaging.blasts add column recurring_id bigint;
