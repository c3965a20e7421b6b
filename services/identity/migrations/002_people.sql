-- The platform's own account; the account that a reseller's child belongs to; since when an account is suspended.
alter table identity.accounts add column if not exists platform boolean not null default false;
alter table identity.accounts add column if not exists parent_account text;
alter table identity.accounts add column if not exists suspended_at timestamptz;
create index accounts_parent on identity.accounts (parent_account) where parent_account is not null;

-- Who was asked to come, by whom, and how often a mail went out; who was sent away, and when.
alter table identity.users add column if not exists phone text not null default '';
alter table identity.users add column if not exists invited_at timestamptz;
alter table identity.users add column if not exists invited_by text not null default '';
alter table identity.users add column if not exists removed_at timestamptz;
-- Products switched off for this one person, whatever they may (Q040); every name of a product that has several.
alter table identity.users add column if not exists modules_off text[] not null default '{}';

-- An address may stand in several accounts, since asking somebody to come must not tell that they are elsewhere
-- already; it signs in to one of them (identity.logins).
drop index identity.users_email;
create unique index users_email on identity.users (customer_account, lower(email));
create index users_name on identity.users (customer_account, lower(name), id);
create index users_role on identity.users (customer_account, role_id);
create index logins_user on identity.logins (customer_account, user_id);

-- Teams of people inside an account (Q042). Team 1 is there for everybody, with or without a row.
create table identity.user_groups (
  customer_account text not null references identity.accounts,
  id bigint not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index user_groups_name on identity.user_groups (customer_account, lower(name));

alter table identity.roles add column if not exists created_at timestamptz not null default now();
create unique index roles_name on identity.roles (customer_account, lower(name));

-- As before, with `platform`, and the products less the modules that are switched off for the person.
create or replace function identity.introspect(hash bytea) returns jsonb language plpgsql as $$
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
      'products', (select coalesce(jsonb_agg(p order by n), '[]') from unnest(a.products) with ordinality held (p, n)
                   where p <> all (u.modules_off)),
      'platform', a.platform, 'billing_customer_id', a.billing_customer_id)
    from identity.users u
    join identity.accounts a on a.customer_account = u.customer_account
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = session.customer_account and u.id = session.user_id and u.active);
end $$;
