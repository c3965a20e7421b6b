-- When a clock is to be looked at: for its warning, and when it is due. Read over all accounts, so it holds numbers and
-- times only.
alter table ticketing.agenda rename to due_timers;
alter index ticketing.agenda_at rename to due_timers_at;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'ticketing.due_timers'::regclass and starts_with(conname, 'agenda_')
  loop
    execute format('alter table ticketing.due_timers rename constraint %I to %I', old, replace(old, 'agenda_', 'due_timers_'));
  end loop;
end $$;
