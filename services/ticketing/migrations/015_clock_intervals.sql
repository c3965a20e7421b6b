-- From when on a ticket's clocks run, are paused or are stopped: rows are only ever added, everything else is derived.
alter table ticketing.spells rename to clock_intervals;
alter sequence ticketing.spells_id_seq rename to clock_intervals_id_seq;
alter index ticketing.spells_ticket rename to clock_intervals_ticket;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'ticketing.clock_intervals'::regclass and starts_with(conname, 'spells_')
  loop
    execute format('alter table ticketing.clock_intervals rename constraint %I to %I', old,
      replace(old, 'spells_', 'clock_intervals_'));
  end loop;
end $$;
