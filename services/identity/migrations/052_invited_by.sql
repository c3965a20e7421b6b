-- Who invited somebody: they are notified when the invitation is accepted.
alter table identity.users add column invited_by_id bigint;
