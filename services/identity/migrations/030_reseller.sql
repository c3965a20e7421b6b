-- A reseller's own list of its child accounts: row security shows a parent nothing of the child's own row, so what a
-- list is searched by stands here. `part_price` (1/10,000 KES) and the suspension are written here first and told to
-- messaging by a job.
create table identity.children (
  customer_account text not null references identity.accounts,
  child_account text not null unique,
  id bigint generated always as identity,
  -- The form's own key: the same form sent twice opens one account.
  key text not null,
  name text not null,
  part_price int not null check (part_price > 0),
  suspended_at timestamptz,
  suspended_why text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, child_account),
  unique (customer_account, key)
);
create index children_list on identity.children (customer_account, id);
-- Who suspended an account: its parent's number, or 'platform'. A parent's suspension stands in its list above and comes
-- back into force here when the platform lifts its own.
alter table identity.accounts
  add column suspended_why text not null default '',
  add column suspended_by text not null default '';

-- Products that a child paid its parent for outside the product.
create table identity.offline_activations (
  customer_account text not null,
  id bigint generated always as identity,
  child_account text not null,
  product text not null,
  reference text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  paid_on date not null,
  note text not null default '',
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  unique (customer_account, child_account, product, reference),
  foreign key (customer_account, child_account) references identity.children (customer_account, child_account)
);

-- Blasts that a parent wrote for a child: what the parent may look at in the child's account is what stands here.
create table identity.child_blasts (
  customer_account text not null,
  child_account text not null,
  blast_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('bulk', 'express')),
  title text not null,
  sender text not null,
  recipients int not null,
  parts int not null,
  cost_cents bigint not null,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (customer_account, child_account, blast_id),
  foreign key (customer_account, child_account) references identity.children (customer_account, child_account)
);
create index child_blasts_list on identity.child_blasts (customer_account, id) where confirmed_at is not null;

-- What a parent's list says of its children's own rows, by number, in one round trip. Only for numbers that were read
-- from the parent's list; the account is set back at the end.
create function identity.children_now(numbers text[]) returns jsonb language plpgsql as $$
declare
  before text := current_setting('app.account', true);
  number text;
  one jsonb;
  found jsonb := '{}';
begin
  foreach number in array coalesce(numbers, '{}') loop
    perform set_config('app.account', number, true);
    select jsonb_build_object('products', to_jsonb(a.products), 'billing_customer_id', a.billing_customer_id,
        'suspended_at', a.suspended_at, 'suspended_by', a.suspended_by,
        'owner', case
          when exists (select from identity.users u join identity.roles r
              on r.customer_account = u.customer_account and r.id = u.role_id and r.name = 'Owner'
            where u.customer_account = number and u.active
              and (exists (select from identity.logins l
                    where l.customer_account = u.customer_account and l.user_id = u.id)
                or exists (select from identity.social_identities s
                    where s.customer_account = u.customer_account and s.user_id = u.id))) then 'joined'
          else 'invited' end)
      into one from identity.accounts a where a.customer_account = number;
    found := found || jsonb_build_object(number, one);
  end loop;
  perform set_config('app.account', coalesce(before, ''), true);
  return found;
end $$;
