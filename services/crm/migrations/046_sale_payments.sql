-- What customers paid for sales, and until when a sale is to be paid; without such a day no payment is awaited.
alter table crm.sales
  add column due_on date,
  add column paid_cents bigint not null default 0,
  add constraint sales_paid check (paid_cents between 0 and total_cents);

-- Those of which something is awaited, by their day.
create index sales_to_be_paid on crm.sales (customer_account, due_on, id)
  where due_on is not null and paid_cents < total_cents;

create table crm.sale_payments (
  customer_account text not null,
  id bigint generated always as identity,
  sale_id bigint not null,
  -- Makes a repeated post one payment.
  key text not null,
  amount_cents bigint not null check (amount_cents > 0),
  method text not null check (method in ('mpesa', 'cash', 'bank', 'card', 'cheque', 'other')),
  -- The code of M-Pesa, the number of the cheque, what the bank's statement says.
  reference text not null default '' check (length(reference) <= 100),
  paid_on date not null,
  by_id text,
  by text not null default '',
  created_at timestamptz not null default now(),
  -- A payment that was recorded by mistake stays, and counts no more.
  removed_at timestamptz,
  removed_by text not null default '',
  primary key (customer_account, id),
  unique (customer_account, key),
  foreign key (customer_account, sale_id) references crm.sales (customer_account, id)
);
create index sale_payments_sale on crm.sale_payments (customer_account, sale_id, id);
-- One M-Pesa payment is recorded once.
create unique index sale_payments_mpesa on crm.sale_payments (customer_account, reference)
  where method = 'mpesa' and removed_at is null;
