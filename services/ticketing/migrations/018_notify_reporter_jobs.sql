-- The job that notifies whoever reported an issue is named after it; those that wait keep their place.
update graphile_worker._private_tasks set identifier = 'ticketing.notify-reporter' where identifier = 'ticketing.tell-reporter';
