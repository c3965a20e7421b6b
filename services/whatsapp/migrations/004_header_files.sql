-- Files of headers: {"id", "name", "type", "bytes"} of the uploads service.
-- The one that a template was handed in with.
alter table whatsapp.templates add column sample jsonb;
-- The one that a broadcast sends to everyone whose row names none of its own.
alter table whatsapp.broadcasts add column file jsonb;
-- WhatsApp's own ID of it, and when WhatsApp was given it: there it is kept for 30 days.
alter table whatsapp.broadcasts add column media_id text collate "C";
alter table whatsapp.broadcasts add column media_at timestamptz;
