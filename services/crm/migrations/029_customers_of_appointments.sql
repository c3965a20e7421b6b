-- What the customer is told of an appointment: the lead, the contact, or the contact of a deal.
alter table crm.appointments
  add column invite boolean not null default false,
  add column remind_email boolean not null default false,
  add column remind_sms boolean not null default false,
  -- Minutes before the start at which the customer is reminded.
  add column customer_minutes int not null default 60 check (customer_minutes between 1 and 20160),
  -- Whom these e-mails and texts are from.
  add column mail_sender text not null default '',
  add column sms_sender text not null default '',
  -- The appointment in calendars of customers: it never changes.
  add column uid uuid not null default gen_random_uuid();

-- What was sent to customers of appointments, and what was not and why.
create table crm.appointment_messages (
  customer_account text not null,
  id bigint generated always as identity,
  appointment_id bigint not null,
  -- An invitation by e-mail, what takes it back, a reminder by e-mail, a reminder by SMS.
  kind text not null check (kind in ('invitation', 'cancellation', 'email', 'sms')),
  -- Sending: nobody knows yet whether it was taken. Waiting: it was not, and is tried again.
  state text not null check (state in ('sending', 'waiting', 'sent', 'refused')),
  -- Of an invitation and of what takes it back: RFC 5545, 3.8.7.4.
  number int,
  -- How often the appointment had been changed.
  version int not null,
  title text not null,
  place text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- A number or an address in lower case; "" where there was none.
  address text collate "C" not null default '',
  sender text not null default '',
  subject text not null default '',
  body text not null default '',
  calendar text not null default '',
  reason text not null default '',
  -- While it is being sent: when it is tried again.
  try_at timestamptz,
  -- What the service that sent it calls it.
  message_id text not null default '',
  cost_cents bigint not null default 0,
  begun_at timestamptz not null default now(),
  at timestamptz not null default now(),
  primary key (customer_account, id),
  check ((number is not null) = (kind in ('invitation', 'cancellation'))),
  check ((state in ('sending', 'waiting')) = (try_at is not null)),
  foreign key (customer_account, appointment_id) references crm.appointments (customer_account, id) on delete cascade
);
-- Each number of an invitation once, and each reminder of a start once.
create unique index appointment_messages_number on crm.appointment_messages (customer_account, appointment_id, number)
  where number is not null;
create unique index appointment_messages_reminder
  on crm.appointment_messages (customer_account, appointment_id, kind, starts_at)
  where number is null and state <> 'refused';
create index appointment_messages_appointment on crm.appointment_messages (customer_account, appointment_id, id);
create index appointment_messages_address on crm.appointment_messages (customer_account, address) where address <> '';
