-- Supervisors set up the chat of their team, as they do its tickets (rules/system-roles): accounts that are there already
-- have it too. The owner reads what is there: forced again when the migrations end.
alter table identity.roles no force row level security;
update identity.roles set permissions = permissions || array['Manage chat settings']
  where system and name = 'Supervisor' and not ('Manage chat settings' = any(permissions));
