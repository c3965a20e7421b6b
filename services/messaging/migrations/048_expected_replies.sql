-- Numbers that were asked something for another service, and may answer it. Gone once nothing is asked any more.
create table messaging.expected_replies (
  customer_account text not null,
  msisdn text not null collate "C",
  sender text not null,
  at timestamptz not null default now(),
  primary key (customer_account, msisdn, sender)
);
