-- Who did what, when and from where: one row beside every change of money, permission, setting or message content,
-- written in the transaction of that change. Rows are never changed.
create table events.activities (
  customer_account text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- The person, or null for the house itself (a job, a provider's callback); the name stays when the person goes.
  user_id text,
  by text not null,
  action text not null,
  description text not null,
  -- What it was done to, e.g. role 12: `subject` is the kind, `subject_id` its id.
  subject text not null default '',
  subject_id text not null default '',
  address text not null default '',
  primary key (customer_account, id)
);
create index activities_at on events.activities (customer_account, at desc, id desc);
create index activities_user on events.activities (customer_account, user_id, at desc, id desc);
