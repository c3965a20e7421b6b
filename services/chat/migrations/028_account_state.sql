-- One row an account: the lock under which chats are given out, and what the sweeps know of it.
alter table chat.desks rename to account_state;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'chat.account_state'::regclass and starts_with(conname, 'desks_')
  loop
    execute format('alter table chat.account_state rename constraint %I to %I', old, replace(old, 'desks_', 'account_state_'));
  end loop;
end $$;
