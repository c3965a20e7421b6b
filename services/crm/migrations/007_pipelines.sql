-- Leads and deals go through stages of a pipeline; an account may have several. Contacts have one row of stages.
create table crm.pipelines (
  customer_account text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('lead', 'deal')),
  name text not null check (length(name) between 1 and 60),
  rank int not null,
  created_at timestamptz not null default now(),
  primary key (customer_account, id)
);
create unique index pipelines_name on crm.pipelines (customer_account, kind, lower(name));

alter table crm.stages
  add column pipeline_id bigint,
  -- What a record must say before it leaves the stage, unless it is lost.
  add column required_fields text[] not null default '{}';

alter table crm.stages no force row level security;
insert into crm.pipelines (customer_account, kind, name, rank)
  select distinct customer_account, kind, 'Sales', 1 from crm.stages where kind <> 'contact';
update crm.stages s set pipeline_id = p.id from crm.pipelines p
  where p.customer_account = s.customer_account and p.kind = s.kind;
alter table crm.stages force row level security;

alter table crm.stages
  add constraint stages_pipeline check ((kind = 'contact') = (pipeline_id is null)),
  add constraint stages_pipeline_id foreign key (customer_account, pipeline_id)
    references crm.pipelines (customer_account, id);
drop index crm.stages_name;
create unique index stages_name on crm.stages (customer_account, kind, coalesce(pipeline_id, 0), lower(name));

-- When a record that nobody had touched for too long was told of.
alter table crm.records add column rot_told_at timestamptz;

-- Where records have been, for how long: written when they leave a stage, whose name stays when it is deleted.
create table crm.stage_times (
  customer_account text not null,
  id bigint generated always as identity,
  record_id bigint not null,
  stage_id bigint not null,
  stage text not null,
  entered_at timestamptz not null,
  left_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade
);
create index stage_times_record on crm.stage_times (customer_account, record_id, id);
create index stage_times_left on crm.stage_times (customer_account, left_at);

-- Accounts in which records may wait too long: found before any account is known.
create table crm.rotting_accounts (customer_account text collate "C" primary key);
comment on table crm.rotting_accounts is 'no row security: read to know whom to remind; IDs only';
alter table crm.stages no force row level security;
insert into crm.rotting_accounts select distinct customer_account from crm.stages where rot_days is not null;
alter table crm.stages force row level security;
