-- Few tickets have a rare pair of these, however many have each.
create index tickets_priority_type on ticketing.tickets (customer_account, priority_id, type_id, id) where deleted_at is null and merged_into is null;
-- Whose tickets are one's own: created, followed, or given.
create index tickets_created_by on ticketing.tickets (customer_account, created_by, id) where created_by is not null;
create index ticket_members_own on ticketing.ticket_members (customer_account, user_id, ticket_id) include (watches);
drop index ticketing.ticket_members_user;
-- Of many tickets found by their people, those in a status, a stage or due by a time are told without reading the tickets.
drop index ticketing.tickets_live;
create index tickets_live on ticketing.tickets (customer_account, id) include (status, stage_id, due_at) where deleted_at is null and merged_into is null;
