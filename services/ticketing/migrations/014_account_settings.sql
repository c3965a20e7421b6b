-- The settings of an account that are one value each.
alter table ticketing.desks rename to account_settings;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'ticketing.account_settings'::regclass and starts_with(conname, 'desks_')
  loop
    execute format('alter table ticketing.account_settings rename constraint %I to %I', old,
      replace(old, 'desks_', 'account_settings_'));
  end loop;
end $$;
