-- Somebody of a parent account who works in a child account, for an hour at most. Only the SHA-256 of the token is kept.
-- It belongs to one session: when that has ended, so has this. An end is written once, with its reason.
create table identity.delegations (
  token_hash bytea primary key,
  -- The parent account and its person.
  customer_account text not null,
  user_id bigint not null,
  child_account text not null,
  session_hash bytea not null,
  address text not null default '',
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);
-- One at a time in a session.
create unique index delegations_session on identity.delegations (session_hash) where ended_at is null;
create index delegations_user on identity.delegations (customer_account, user_id);
comment on table identity.delegations is 'no row security: a token finds its accounts here';

-- One round trip from a token's hash to the person at home and the child account, each read under its own row security.
-- Nothing when any of it has ended: the hour, the session, the person, the parent account, the relation, the right.
-- What may be done with it is decided from the answer (rules/delegation.ts).
create function identity.present_delegation(hash bytea) returns jsonb language plpgsql as $$
declare
  delegation record;
  home jsonb;
  child jsonb;
begin
  select d.customer_account, d.user_id, d.child_account, d.expires_at into delegation
    from identity.delegations d
    join identity.sessions s on s.token_hash = d.session_hash and s.customer_account = d.customer_account
      and s.user_id = d.user_id and s.expires_at > now()
    where d.token_hash = hash and d.ended_at is null and d.expires_at > now();
  if not found then return null; end if;
  perform set_config('app.account', delegation.customer_account, true);
  select jsonb_build_object(
      'id', u.id::text, 'name', u.name, 'email', u.email, 'account', a.customer_account, 'account_name', a.name,
      'roles', case when r.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('name', r.name)) end,
      'permissions', (select coalesce(jsonb_agg(distinct p), '[]') from unnest(u.permissions || coalesce(r.permissions, '{}')) p),
      'products', (select coalesce(jsonb_agg(p order by n), '[]') from unnest(a.products) with ordinality held (p, n)
                   where p <> all (u.modules_off)))
    into home
    from identity.users u
    join identity.accounts a on a.customer_account = u.customer_account
    join identity.children c on c.customer_account = u.customer_account and c.child_account = delegation.child_account
    left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
    where u.customer_account = delegation.customer_account and u.id = delegation.user_id and u.active
      and a.suspended_at is null;
  if home is null then return null; end if;
  perform set_config('app.account', delegation.child_account, true);
  select jsonb_build_object(
      'customer_account', a.customer_account, 'account_name', a.name, 'time_zone', a.time_zone,
      'products', to_jsonb(a.products), 'billing_customer_id', a.billing_customer_id,
      'suspended', case when a.suspended_at is not null then a.suspended_why end)
    into child
    from identity.accounts a
    where a.customer_account = delegation.child_account and a.parent_account = delegation.customer_account;
  if child is null then return null; end if;
  return jsonb_build_object('home', home, 'child', child, 'expires_at', delegation.expires_at);
end $$;

-- What somebody of a parent does in a child account is in the parent's activities as well: that it was done and where,
-- without the child's data (its sentences can name people, who can ask the child for an erasure). The start and the end
-- are told in both accounts in their own words.
create function identity.note_delegated() returns trigger language plpgsql as $$
declare
  home text := split_part(new.user_id, '.', 2);
  person text := split_part(new.user_id, '.', 3);
  child text;
begin
  perform set_config('app.account', home, true);
  select name into child from identity.children c where c.customer_account = home and c.child_account = new.customer_account;
  insert into events.activities (customer_account, user_id, by, action, description, subject, subject_id, address)
    values (home, person,
      coalesce((select u.name from identity.users u where u.customer_account = home and u.id::text = person), new."by"),
      new.action, 'Done in ' || coalesce(child || ' (' || new.customer_account || ')', new.customer_account) || '.',
      'account', new.customer_account, new.address);
  perform set_config('app.account', new.customer_account, true);
  return null;
end $$;
create trigger activities_delegated after insert on events.activities for each row
  when (new.user_id like 'delegate.%' and new.subject <> 'delegation') execute function identity.note_delegated();
