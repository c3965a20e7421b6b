-- What an account has asked for, pays for or holds.
create table billing.subscriptions (
  customer_account text not null,
  product text not null,
  state text not null check (state in ('requested', 'approved', 'refused', 'awaiting_payment', 'active', 'grace', 'suspended')),
  plan text not null default '',
  user_id text,
  requested_by text not null default '',
  requested_at timestamptz,
  note text not null default '',
  reason text not null default '',
  active_from timestamptz,
  -- null: no end (nothing but what is used is paid).
  active_until timestamptz,
  auto_renew boolean not null default false,
  -- The open pro forma, and which reminders have gone out: days before (7, 3, 1) or after (-1 ...) the end.
  invoice_id bigint,
  reminded bigint,
  primary key (customer_account, product)
);
