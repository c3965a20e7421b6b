create table identity.accounts (
  customer_account text primary key,
  name text not null,
  products text[] not null default '{}',
  billing_customer_id text not null unique,
  time_zone text not null default 'Africa/Nairobi',
  created_at timestamptz not null default now()
);

create table identity.roles (
  customer_account text not null references identity.accounts,
  id bigint generated always as identity,
  name text not null,
  permissions text[] not null default '{}',
  system boolean not null default false,
  primary key (customer_account, id),
  unique (customer_account, name)
);

create table identity.users (
  customer_account text not null references identity.accounts,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  profile_url text not null default '',
  user_group text not null default '1',
  role_id bigint,
  permissions text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, role_id) references identity.roles (customer_account, id)
);
create unique index users_email on identity.users (lower(email));

-- Read before anybody is known: an address leads to its account and nothing more than the proof of the password.
create table identity.logins (
  email text primary key,
  customer_account text not null,
  user_id bigint not null,
  password_hash text not null,
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);
comment on table identity.logins is 'no row security: a sign-in finds its account here';

-- Only the SHA-256 of a token is kept; a row deleted is a session ended.
create table identity.sessions (
  token_hash bytea primary key,
  customer_account text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null default '',
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);
create index sessions_user on identity.sessions (customer_account, user_id);
comment on table identity.sessions is 'no row security: a token finds its account here';

-- Failed sign-ins, by account name and by address; they survive a restart.
create table identity.attempts (
  key text not null,
  at timestamptz not null default now()
);
create index attempts_key on identity.attempts (key, at);

-- One round trip from a token's hash to the person, with the account's own row security switched on inside.
create function identity.introspect(hash bytea) returns jsonb language plpgsql as $$
declare
  session record;
begin
  select customer_account, user_id into session from identity.sessions where token_hash = hash and expires_at > now();
  if not found then return null; end if;
  perform set_config('app.account', session.customer_account, true);
  return (
    select jsonb_build_object(
      'id', u.id::text, 'uuid', u.uuid, 'name', u.name, 'email', u.email, 'profile_url', u.profile_url,
      'customer_account', u.customer_account, 'account_name', a.name, 'time_zone', a.time_zone, 'user_group', u.user_group,
      'roles', case when r.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('name', r.name)) end,
      'permissions', (select coalesce(jsonb_agg(distinct p), '[]') from unnest(u.permissions || coalesce(r.permissions, '{}')) p),
      'products', to_jsonb(a.products), 'billing_customer_id', a.billing_customer_id)
    from identity.users u
    join identity.accounts a on a.customer_account = u.customer_account
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = session.customer_account and u.id = session.user_id and u.active);
end $$;
