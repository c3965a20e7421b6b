-- What was said of a call before its disposition was changed. The present one is the call's own.
create table voice.earlier_dispositions (
  customer_account text not null,
  id bigint generated always as identity,
  call_id bigint not null,
  disposition_id bigint,
  disposition_item_id bigint,
  -- As they were called when it was set.
  disposition text not null,
  disposition_item text not null default '',
  note text not null default '' check (length(note) <= 2000),
  disposed_at timestamptz not null,
  disposed_by text not null default '',
  primary key (customer_account, id),
  foreign key (customer_account, call_id) references voice.calls (customer_account, id)
);
create index earlier_dispositions_call on voice.earlier_dispositions (customer_account, call_id, id);
