-- Answers that leave the house: who is on copy, who wrote what came by mail, and what became of each public comment.
alter table ticketing.tickets add column cc text[] not null default '{}';
-- The person of `reported_account` who reported it: they are told what became of it.
alter table ticketing.tickets add column reported_by text;

-- The address it came from, where that is not the ticket's customer's.
alter table ticketing.comments add column sender text not null default '';

alter table ticketing.desks add column signature text not null default '';
-- What a new customer is told by mail; null: the words of the product, empty: nothing.
alter table ticketing.desks add column acknowledgement text;
-- Where replies go while the account has no mailbox.
alter table ticketing.desks add column reply_to text not null default '';

-- The way of a public comment to the customer, one for each.
create table ticketing.deliveries (
  customer_account text not null,
  comment_id bigint not null,
  way text not null check (way in ('email', 'sms', 'chat')),
  -- The address, the number or the conversation it goes to.
  recipient text not null,
  cc text[] not null default '{}',
  -- What an SMS is sent as.
  sender text not null default '',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown')),
  reason text not null default '',
  -- What the other service knows it by: a blast, a message of the chat.
  ref text not null default '',
  -- Counts how often a person asked for it to be sent.
  round integer not null default 1,
  asked_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (customer_account, comment_id),
  foreign key (customer_account, comment_id) references ticketing.comments (customer_account, id) on delete cascade
);
