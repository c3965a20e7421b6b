-- Changes of many tasks, appointments, people of sequences and organisations are undone like those of records.
alter table crm.bulk_changes
  drop constraint bulk_changes_kind_check,
  add constraint bulk_changes_kind_check check (kind in ('lead', 'contact', 'deal', 'task', 'appointment',
    'sequence person', 'organisation')),
  drop constraint bulk_changes_what_check,
  add constraint bulk_changes_what_check check (what in ('stage', 'sales manager', 'fields', 'tags', 'sequence',
    'task done', 'task due', 'task owner', 'appointment cancelled', 'sequence paused', 'sequence resumed',
    'sequence ended', 'organisation manager'));

create table crm.bulk_change_items (
  customer_account text not null,
  change_id bigint not null,
  -- The id of a task, an appointment, a person of a sequence or an organisation, whichever the change is about.
  item_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  primary key (customer_account, change_id, item_id),
  foreign key (customer_account, change_id) references crm.bulk_changes (customer_account, id) on delete cascade
);
