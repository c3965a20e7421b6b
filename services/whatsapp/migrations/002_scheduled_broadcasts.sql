-- A broadcast may leave at a set time: it is confirmed, its cost is held, and it waits until then.
alter table whatsapp.broadcasts add column send_at timestamptz;
alter table whatsapp.broadcasts drop constraint broadcasts_status_check;
alter table whatsapp.broadcasts add constraint broadcasts_status_check
  check (status in ('draft', 'confirming', 'scheduled', 'sending', 'paused', 'finished', 'cancelled'));
alter table whatsapp.broadcasts add constraint broadcasts_scheduled_check
  check (status <> 'scheduled' or send_at is not null);

-- The sender passes over what is not due yet.
alter table whatsapp.queue add column due_at timestamptz not null default '-infinity';
