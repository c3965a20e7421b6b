-- What a new account says of itself (/auth/company-details).
alter table identity.accounts add column if not exists phone text not null default '';
alter table identity.accounts add column if not exists country text not null default 'KE';
alter table identity.accounts add column if not exists currency text not null default 'KES';
alter table identity.accounts add column if not exists kra_pin text not null default '';
-- The products they said they came for: /subscribe shows these first.
alter table identity.accounts add column if not exists wanted text[] not null default '{}';

-- Account numbers of six digits; what stands above belongs to the house.
create sequence identity.account_numbers as bigint minvalue 400000 maxvalue 899999;

-- Links that prove something once: a new password, an invitation, the second step of a sign-in.
create table identity.tokens (
  token_hash bytea primary key,
  kind text not null,
  customer_account text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);
create index tokens_user on identity.tokens (customer_account, user_id);
comment on table identity.tokens is 'no row security: a link finds its account here';

-- People on their way in: no account exists until the address is proven. No customer_account, so nobody's rows.
create table identity.signups (
  -- SHA-256 of the handle in the person's own cookie, and of the secret in the mailed link.
  handle_hash bytea primary key,
  link_hash bytea unique,
  code_hash bytea,
  -- 'new' becomes an account; 'known' never does (the address has one, and its owner was told so by mail);
  -- 'link' ties a provider's identity to the account of that address.
  kind text not null default 'new' check (kind in ('new', 'known', 'link')),
  email text not null default '',
  name text not null,
  phone text not null default '',
  company text not null default '',
  password_hash text,
  provider text,
  subject text,
  return_to text not null default '/',
  -- Wrong codes since the last mail, and mails so far.
  tries int not null default 0,
  mails int not null default 0,
  mailed_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index signups_expiry on identity.signups (expires_at);

-- Who a provider's subject is here. Read before the account is known; ids only.
create table identity.social_identities (
  provider text not null,
  subject text not null,
  customer_account text not null,
  user_id bigint not null,
  linked_at timestamptz not null default now(),
  primary key (provider, subject),
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);
create index social_identities_user on identity.social_identities (customer_account, user_id);
comment on table identity.social_identities is 'no row security: a provider''s identity finds its account here';
