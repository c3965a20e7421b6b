-- The products that somebody chose at sign-up.
alter table identity.accounts rename column wanted to requested_products;

-- As in 040, with the new name.
create or replace function identity.accounts_now(numbers text[]) returns jsonb language plpgsql as $$
declare
  before text := current_setting('app.account', true);
  number text;
  one jsonb;
  found jsonb := '{}';
begin
  foreach number in array coalesce(numbers, '{}') loop
    perform set_config('app.account', number, true);
    select jsonb_build_object('products', to_jsonb(a.products), 'suspended_why', a.suspended_why,
        'suspended_by', a.suspended_by, 'requested_products', to_jsonb(a.requested_products), 'phone', a.phone,
        'country', a.country,
        'people', (select count(*) from identity.users u where u.customer_account = number and u.active),
        'last_activity_at', (select e.at from events.activities e
          where e.customer_account = number and e.user_id is not null order by e.at desc, e.id desc limit 1))
      into one from identity.accounts a where a.customer_account = number;
    found := found || jsonb_build_object(number, one);
  end loop;
  perform set_config('app.account', coalesce(before, ''), true);
  return found;
end $$;
