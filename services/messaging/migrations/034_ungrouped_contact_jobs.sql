-- The job that removes a contact without a group is named after it; those that wait keep their place.
update graphile_worker._private_tasks set identifier = 'messaging.ungrouped-contact' where identifier = 'messaging.strays';
