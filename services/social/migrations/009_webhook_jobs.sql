-- The job that looks at stored webhooks is named after it; those that wait keep their place.
update graphile_worker._private_tasks set identifier = 'social.process-webhooks' where identifier = 'social.take';
update graphile_worker._private_jobs set key = replace(key, 'social.take:', 'social.process-webhooks:')
  where starts_with(key, 'social.take:');
