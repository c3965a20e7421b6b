-- What the dashboard counts its tickets by: read instead of the tickets themselves, a fiftieth of their size.
create index tickets_counted on ticketing.tickets (customer_account, type_id, priority_id, stage_id, status, due_at) where deleted_at is null and merged_into is null;
-- Those that may have more than one clock of a kind.
create index tickets_reopened on ticketing.tickets (customer_account, id) where reopened_at is not null and deleted_at is null and merged_into is null;
-- The times of stopped clocks, without the clocks.
create index clocks_times on ticketing.clocks (customer_account, ticket_id, kind, id) include (elapsed_ms) where stopped_at is not null;
