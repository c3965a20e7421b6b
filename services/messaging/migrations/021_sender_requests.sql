-- A sender ID is asked for by an account, with its papers, and decided by the platform, network by network. The
-- platform's people read those of all accounts, so the two tables have no row security, as billing.approvals has none.
alter table messaging.senders no force row level security;
alter table messaging.senders disable row level security;
drop policy if exists account on messaging.senders;
comment on table messaging.senders is 'no row security: the platform decides on the sender IDs of every account';

alter table messaging.senders
  add column id bigint generated always as identity unique,
  add column account_name text not null default '',
  -- What it is for, and a message as it would be sent.
  add column purpose text not null default '',
  add column sample text not null default '',
  add column requested_by text not null default '',
  -- The person who asked: somebody else decides.
  add column user_id text,
  add column requested_at timestamptz not null default now(),
  add column approved_at timestamptz,
  -- Given by the platform without a request.
  add column assigned boolean not null default false;
create index senders_name on messaging.senders (lower(sender));

-- What each network says of it. `reason` is for the account to read.
create table messaging.sender_networks (
  customer_account text not null,
  sender text not null,
  network text not null check (network in ('Safaricom', 'Airtel', 'Telkom')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'suspended')),
  reason text not null default '',
  decided_at timestamptz,
  decided_by text not null default '',
  primary key (customer_account, sender, network),
  foreign key (customer_account, sender) references messaging.senders (customer_account, sender) on delete cascade
);
comment on table messaging.sender_networks is 'no row security: the platform decides on the sender IDs of every account';
create index sender_networks_pending on messaging.sender_networks (customer_account, sender) where status = 'pending';

-- Existing sender IDs get the same status on every network as they had overall.
update messaging.senders set requested_at = created_at,
  approved_at = case when status = 'approved' then created_at end;
insert into messaging.sender_networks (customer_account, sender, network, status, decided_at)
  select customer_account, sender, network, status, case when status <> 'pending' then created_at end
  from messaging.senders, unnest(array['Safaricom', 'Airtel', 'Telkom']) as network
  where given_by is null;
