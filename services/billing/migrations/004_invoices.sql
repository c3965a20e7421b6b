-- One row of numbers per account, series and year. The row is locked until the commit, so numbers have no gaps.
create table billing.series (
  customer_account text not null,
  series text not null check (series in ('INV', 'PRO', 'CRN')),
  year bigint not null,
  last bigint not null default 0,
  primary key (customer_account, series, year)
);

-- A document as it was issued. It never changes: what becomes of a pro forma stands in invoice_marks.
create table billing.invoices (
  customer_account text not null,
  id bigint generated always as identity,
  key text not null,
  number text not null,
  kind text not null check (kind in ('proforma', 'tax', 'credit')),
  product text not null default '',
  plan text not null default '',
  title text not null,
  issued_at timestamptz not null default now(),
  due_at timestamptz,
  period_from date,
  period_to date,
  lines jsonb not null,
  net_cents bigint not null,
  -- Basis points: 1600 is 16 %.
  vat_rate bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  refers_to bigint,
  buyer jsonb not null,
  seller jsonb not null,
  note text not null default '',
  primary key (customer_account, id),
  unique (customer_account, number),
  unique (customer_account, key),
  foreign key (customer_account, refers_to) references billing.invoices (customer_account, id),
  check (total_cents = net_cents + vat_cents)
);
create index invoices_refers on billing.invoices (customer_account, refers_to);

create function billing.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document is never changed' using errcode = '23001';
end $$;
create trigger invoices_stay before update or delete on billing.invoices
  for each row execute function billing.refuse_change();

create table billing.invoice_marks (
  customer_account text not null,
  invoice_id bigint not null,
  state text not null check (state in ('open', 'paid', 'cancelled', 'expired')),
  paid_at timestamptz,
  paid_by_invoice bigint,
  primary key (customer_account, invoice_id),
  foreign key (customer_account, invoice_id) references billing.invoices (customer_account, id)
);
