-- What somebody has to do until a moment: about a lead, a contact or a deal, or about none.
create table crm.tasks (
  customer_account text not null,
  id bigint generated always as identity,
  record_id bigint,
  -- The lead that it was about before the lead was converted: an undo takes it back there.
  lead_id bigint,
  title text not null check (length(title) between 1 and 200),
  note text not null default '',
  due_at timestamptz not null,
  -- The day, of a task that is due on a day at no time of it: due_at is when it ends for whoever said so.
  due_on date,
  -- Whose it is: a user of the account, with the name they had.
  user_id text,
  user_name text not null default '',
  done_at timestamptz,
  done_by text not null default '',
  -- When the person was told that it is due.
  told_at timestamptz,
  by_id text,
  by text not null default '',
  created_at timestamptz not null default now(),
  primary key (customer_account, id),
  foreign key (customer_account, record_id) references crm.records (customer_account, id) on delete cascade,
  foreign key (customer_account, lead_id) references crm.records (customer_account, id) on delete set null (lead_id)
);
create index tasks_record on crm.tasks (customer_account, record_id, due_at);
create index tasks_lead on crm.tasks (customer_account, lead_id) where lead_id is not null;
create index tasks_due on crm.tasks (customer_account, due_at, id) where done_at is null;
create index tasks_user on crm.tasks (customer_account, user_id, due_at, id) where done_at is null;
create index tasks_done on crm.tasks (customer_account, done_at, id) where done_at is not null;
