-- Who agreed to be written to, or no longer does: when, and how it was said. Rows are never changed, so that the
-- account can show on what it relied on a day.
create table events.consents (
  customer_account text not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  -- The number (E.164) or the e-mail address in lower case.
  contact text collate "C" not null,
  change text not null check (change in ('in', 'out')),
  -- "Texted STOP", "Entered by staff".
  source text not null,
  by text not null default '',
  primary key (customer_account, id)
);
create index consents_contact on events.consents (customer_account, contact, id desc);

create index activities_action on events.activities (customer_account, action, at desc, id desc);
