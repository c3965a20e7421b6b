-- Leads, contacts and deals are records of one kind each: they say the same (Q142), have stages, notes and a history.
alter table crm.lead_stages rename to stages;
alter table crm.leads rename to records;
alter table crm.lead_changes rename to changes;

alter table crm.stages add column kind text not null default 'lead' check (kind in ('lead', 'contact', 'deal'));
alter table crm.stages alter column kind drop default;
drop index crm.lead_stages_name;
create unique index stages_name on crm.stages (customer_account, kind, lower(name));
create unique index stages_kind on crm.stages (customer_account, kind, id);

alter table crm.records add column kind text not null default 'lead' check (kind in ('lead', 'contact', 'deal'));
alter table crm.records alter column kind drop default;
alter table crm.records add constraint records_stage_kind
  foreign key (customer_account, kind, stage_id) references crm.stages (customer_account, kind, id);
alter table crm.records
  -- Whose deal it is; of a lead that was converted, the contact that it became.
  add column contact_id bigint,
  add column converted_at timestamptz,
  add column won_on date,
  add constraint records_contact foreign key (customer_account, contact_id) references crm.records (customer_account, id);
create index records_kind on crm.records (customer_account, kind, id);
create index records_contact on crm.records (customer_account, contact_id) where contact_id is not null;

alter table crm.changes rename column lead_id to record_id;
alter table crm.notes rename column lead_id to record_id;

-- What a conversion made or changed, so that it can be undone.
create table crm.conversions (
  customer_account text not null,
  lead_id bigint not null,
  contact_id bigint not null,
  -- The contact as it was before; null: the conversion made it.
  contact_before jsonb,
  contact_version int not null,
  deal_id bigint,
  by text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, lead_id),
  foreign key (customer_account, lead_id) references crm.records (customer_account, id) on delete cascade,
  foreign key (customer_account, contact_id) references crm.records (customer_account, id),
  foreign key (customer_account, deal_id) references crm.records (customer_account, id)
);
