-- The job that tells the services whether an account is suspended is named after it; those that wait keep their place.
update graphile_worker._private_tasks set identifier = 'identity.account-status' where identifier = 'identity.standing';
