-- Every account by number and name, for the platform's own list: row security shows nobody the accounts of others. Kept
-- by the account's own row, whoever writes that.
create table identity.account_directory (
  customer_account text primary key,
  id bigint generated always as identity unique,
  name text not null,
  platform boolean not null,
  parent_account text,
  suspended_at timestamptz,
  created_at timestamptz not null
);
comment on table identity.account_directory is 'no row security: the platform lists the accounts';
create index account_directory_suspended on identity.account_directory (id) where suspended_at is not null;

create function identity.note_account() returns trigger language plpgsql as $$
begin
  insert into identity.account_directory (customer_account, name, platform, parent_account, suspended_at, created_at)
  values (new.customer_account, new.name, new.platform, new.parent_account, new.suspended_at, new.created_at)
  on conflict (customer_account) do update set name = excluded.name, platform = excluded.platform,
    parent_account = excluded.parent_account, suspended_at = excluded.suspended_at;
  return null;
end $$;
create trigger accounts_noted after insert or update of name, platform, parent_account, suspended_at
  on identity.accounts for each row execute function identity.note_account();

-- The owner reads what is there: forced again when the migrations end.
alter table identity.accounts no force row level security;
insert into identity.account_directory (customer_account, name, platform, parent_account, suspended_at, created_at)
  select customer_account, name, platform, parent_account, suspended_at, created_at
  from identity.accounts order by created_at, customer_account;

-- What the platform's list says of the accounts' own rows, by number, in one round trip; the account is set back at the
-- end. `last_activity_at`: when somebody of it changed something.
create function identity.accounts_now(numbers text[]) returns jsonb language plpgsql as $$
declare
  before text := current_setting('app.account', true);
  number text;
  one jsonb;
  found jsonb := '{}';
begin
  foreach number in array coalesce(numbers, '{}') loop
    perform set_config('app.account', number, true);
    select jsonb_build_object('products', to_jsonb(a.products), 'suspended_why', a.suspended_why,
        'suspended_by', a.suspended_by, 'wanted', to_jsonb(a.wanted), 'phone', a.phone, 'country', a.country,
        'people', (select count(*) from identity.users u where u.customer_account = number and u.active),
        'last_activity_at', (select e.at from events.activities e
          where e.customer_account = number and e.user_id is not null order by e.at desc, e.id desc limit 1))
      into one from identity.accounts a where a.customer_account = number;
    found := found || jsonb_build_object(number, one);
  end loop;
  perform set_config('app.account', coalesce(before, ''), true);
  return found;
end $$;

-- As before, with whether the account holds any product (the person's own may all be switched off), and why the account
-- is suspended; null: it is not.
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
      'platform', a.platform, 'billing_customer_id', a.billing_customer_id,
      'holds_products', cardinality(a.products) > 0,
      'suspended', case when a.suspended_at is not null then a.suspended_why end)
    from identity.users u
    join identity.accounts a on a.customer_account = u.customer_account
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = session.customer_account and u.id = session.user_id and u.active);
end $$;
