-- Who suspended an account: its parent's number, or 'platform'. A parent lifts its own suspension only.
alter table identity.accounts add column suspended_by text not null default '';

-- As before, with the standing.
create or replace function identity.children_now(numbers text[]) returns jsonb language plpgsql as $$
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
