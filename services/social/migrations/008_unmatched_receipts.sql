-- What networks told of messages that chat does not know yet.
alter table social.parked rename to unmatched_receipts;
alter sequence social.parked_id_seq rename to unmatched_receipts_id_seq;
do $$
declare
  old text;
begin
  for old in select conname from pg_constraint
    where conrelid = 'social.unmatched_receipts'::regclass and starts_with(conname, 'parked_')
  loop
    execute format('alter table social.unmatched_receipts rename constraint %I to %I', old,
      replace(old, 'parked_', 'unmatched_receipts_'));
  end loop;
end $$;
-- The job that tries them again has their name too, and so have those that wait.
update graphile_worker._private_tasks set identifier = 'social.unmatched-receipts' where identifier = 'social.parked';
update graphile_worker._private_jobs set key = replace(key, 'social.parked:', 'social.unmatched-receipts:')
  where starts_with(key, 'social.parked:');
