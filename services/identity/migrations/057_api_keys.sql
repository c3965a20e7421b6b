-- Keys with which programs call the account's services. Only the SHA-256 of a key is kept, and its first letters to
-- tell one from another. A key that was revoked stays in the list.
create table identity.api_keys (
  customer_account text not null references identity.accounts (customer_account) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  scopes text[] not null,
  starts_with text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_used_by text not null default '',
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text not null default '',
  primary key (customer_account, id)
);

create table identity.api_key_proofs (
  key_hash bytea primary key,
  customer_account text not null,
  key_id bigint not null,
  foreign key (customer_account, key_id) references identity.api_keys (customer_account, id) on delete cascade
);
create unique index api_key_proofs_key on identity.api_key_proofs (customer_account, key_id);
comment on table identity.api_key_proofs is 'no row security: a key finds its account here';

-- One round trip from a key's hash to its account, read under that account's row security. Nothing once it was revoked
-- or has expired.
create function identity.present_key(hash bytea) returns jsonb language plpgsql as $$
declare
  proof record;
begin
  select customer_account, key_id into proof from identity.api_key_proofs where key_hash = hash;
  if not found then return null; end if;
  perform set_config('app.account', proof.customer_account, true);
  return (
    select jsonb_build_object(
      'customer_account', a.customer_account, 'account_name', a.name, 'time_zone', a.time_zone,
      'products', to_jsonb(a.products), 'billing_customer_id', a.billing_customer_id,
      'holds_products', cardinality(a.products) > 0,
      'suspended', case when a.suspended_at is not null then a.suspended_why end,
      'key', k.id, 'name', k.name, 'scopes', to_jsonb(k.scopes))
    from identity.api_keys k
    join identity.accounts a on a.customer_account = k.customer_account
    where k.customer_account = proof.customer_account and k.id = proof.key_id
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()));
end $$;
