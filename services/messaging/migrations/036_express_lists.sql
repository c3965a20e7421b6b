-- The rows of an express send: a file or pasted rows with a number each, and with a message of their own or values to
-- merge. They are no contacts: nobody's group or name changes, and they go when the list is no longer needed.
alter table messaging.imports drop constraint imports_target_check;
alter table messaging.imports add constraint imports_target_check check (target in ('group', 'blacklist', 'express'));

create table messaging.express_rows (
  customer_account text not null,
  import_id bigint not null,
  line bigint not null,
  msisdn text collate "C" not null,
  name text not null default '',
  fields jsonb not null default '{}',
  primary key (customer_account, import_id, line),
  foreign key (customer_account, import_id) references messaging.imports (customer_account, id) on delete cascade
);
create index express_rows_msisdn on messaging.express_rows (customer_account, msisdn);

-- `list_id`: the list an express send was made for; it may be gone. `pause_after`: so many messages are sent, then it
-- waits until somebody continues.
alter table messaging.blasts add column list_id bigint;
alter table messaging.blasts add column pause_after int check (pause_after between 1 and 500);
