-- Customers who blocked the bot: nothing reaches them.
alter table social.gone rename to blocked_customers;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'social.blocked_customers'::regclass and starts_with(conname, 'gone_')
  loop
    execute format('alter table social.blocked_customers rename constraint %I to %I', old,
      replace(old, 'gone_', 'blocked_customers_'));
  end loop;
end $$;
