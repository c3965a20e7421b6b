-- What templates that agents send from the inbox cost. A message is named by its request, which is its ID in the chat.
create table whatsapp.template_charges (
  customer_account text not null,
  request_id text collate "C" not null,
  template_id bigint not null,
  cents bigint not null check (cents > 0),
  -- Each reservation has a name of its own: one that was given back is never charged.
  tries smallint not null default 1,
  state text not null default 'reserved' check (state in ('reserved', 'charged', 'returned')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (customer_account, request_id)
);

-- Charges of which something may still change, and when the chat is asked next.
create table whatsapp.template_charge_queue (
  customer_account text not null,
  request_id text collate "C" not null,
  due_at timestamptz not null,
  primary key (customer_account, request_id)
);
create index template_charge_queue_due on whatsapp.template_charge_queue (due_at);
comment on table whatsapp.template_charge_queue is 'no row security: the worker finds work before it knows the account; ids only';
