-- Where a session comes from and when it was last used, so that its owner can tell a stranger's from their own.
alter table identity.sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text not null default '',
  add column last_seen timestamptz not null default now();
create unique index sessions_id on identity.sessions (id);

-- What a person chose for themselves; without a row the account's own settings hold.
create table identity.profiles (
  customer_account text not null,
  user_id bigint not null,
  time_zone text,
  photo_id uuid,
  password_changed_at timestamptz,
  primary key (customer_account, user_id),
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);

-- The secret that a person's authenticator app shares with us, encrypted under a key that is not in the database.
create table identity.second_factors (
  customer_account text not null,
  user_id bigint not null,
  secret bytea not null,
  -- Null until the person has shown a code of it: until then it asks nobody for anything.
  confirmed_at timestamptz,
  -- The 30-second step of the last code taken: no code counts twice (RFC 6238 section 5.2).
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (customer_account, user_id),
  foreign key (customer_account, user_id) references identity.users (customer_account, id) on delete cascade
);

-- A row is a code that was not used yet.
create table identity.recovery_codes (
  customer_account text not null,
  user_id bigint not null,
  code_hash bytea not null,
  primary key (customer_account, user_id, code_hash),
  foreign key (customer_account, user_id) references identity.second_factors (customer_account, user_id) on delete cascade
);

-- The person behind a token with what they chose for themselves. It only reads: every request asks it.
create function identity.present(hash bytea) returns jsonb language plpgsql as $$
declare
  person jsonb := identity.introspect(hash);
  zone text;
begin
  if person is null then return null; end if;
  select p.time_zone into zone from identity.profiles p
    where p.customer_account = person ->> 'customer_account' and p.user_id = (person ->> 'id')::bigint;
  return case when zone is null then person else person || jsonb_build_object('time_zone', zone) end;
end $$;
