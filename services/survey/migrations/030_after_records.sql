-- A run that people join because something was finished with them: a conversation, a ticket, a call, a sale.
alter table survey.instances
  add column after_kind text check (after_kind in ('chat', 'ticket', 'call', 'sale')),
  -- How long after it they are asked.
  add column after_minutes int not null default 10 check (after_minutes between 0 and 10080),
  -- Of a hundred, how many are asked.
  add column after_share int not null default 100 check (after_share between 1 and 100),
  -- Who was asked after anything is not asked again for so many days.
  add column after_days int not null default 30 check (after_days between 0 and 365),
  -- Up to when it is known what was finished.
  add column after_seen_at timestamptz;
alter table survey.runs add column after_kind text;

-- What was finished, each time once for a run, and what came of it: a conversation or a ticket may end again.
create table survey.after_records (
  customer_account text not null,
  instance_id bigint not null,
  record bigint not null,
  msisdn text not null collate "C",
  finished_at timestamptz not null,
  outcome text not null check (outcome in ('asked', 'no number', 'not chosen', 'asked before', 'opted out', 'full')),
  at timestamptz not null default now(),
  primary key (customer_account, instance_id, record, finished_at),
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create index after_records_number on survey.after_records (customer_account, msisdn, at) where msisdn <> '';
-- How often what came of it, without reading what was finished.
create index after_records_outcome on survey.after_records (customer_account, instance_id, outcome);
