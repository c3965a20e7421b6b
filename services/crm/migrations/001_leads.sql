create table crm.lead_stages (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 60),
  category text not null check (category in ('new', 'working', 'won', 'lost')),
  rank int not null,
  -- Per cent.
  probability smallint not null default 0 check (probability between 0 and 100),
  -- Days without activity after which a lead is marked.
  rot_days smallint check (rot_days between 1 and 365),
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index lead_stages_name on crm.lead_stages (customer_account, lower(name));

create table crm.leads (
  customer_account text not null,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  company text not null default '',
  phone text not null default '' collate "C",
  email text not null default '',
  source text not null default '',
  value_cents bigint check (value_cents >= 0),
  currency text not null default 'KES',
  expected_close date,
  stage_id bigint not null,
  -- Since when it is in its stage, and when something was last done with it.
  stage_at timestamptz not null default now(),
  active_at timestamptz not null default now(),
  lost_reason text not null default '',
  -- The sales manager: a user of the account, with the name they had.
  sales_manager_id text,
  sales_manager text not null default '',
  score int not null default 0,
  version int not null default 1,
  created_by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, stage_id) references crm.lead_stages (customer_account, id)
);
create index leads_stage on crm.leads (customer_account, stage_id, active_at, id);
create index leads_phone on crm.leads (customer_account, phone) where phone <> '';
create index leads_email on crm.leads (customer_account, lower(email)) where email <> '';

-- What was changed of a lead, field by field.
create table crm.lead_changes (
  customer_account text not null,
  id bigint generated always as identity,
  lead_id bigint not null,
  at timestamptz not null default now(),
  by text not null,
  field text not null,
  before text not null default '',
  after text not null default '',
  primary key (customer_account, id),
  foreign key (customer_account, lead_id) references crm.leads (customer_account, id) on delete cascade
);
create index lead_changes_lead on crm.lead_changes (customer_account, lead_id, id);

create table crm.notes (
  customer_account text not null,
  id bigint generated always as identity,
  lead_id bigint not null,
  text text not null check (length(text) between 1 and 5000),
  by_id text,
  by text not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  primary key (customer_account, id),
  foreign key (customer_account, lead_id) references crm.leads (customer_account, id) on delete cascade
);
create index notes_lead on crm.notes (customer_account, lead_id, id);

create table crm.score_rules (
  customer_account text not null,
  id bigint generated always as identity,
  property text not null,
  operator text not null,
  value text not null default '',
  points int not null check (points between -1000 and 1000),
  primary key (customer_account, id)
);
