-- A conversation that its agent put aside until a time. Only an open one can be snoozed.
alter table chat.contacts
  add column snoozed_at timestamptz,
  add column snoozed_until timestamptz,
  add column snoozed_by text not null default '',
  -- When it came back last while it was open.
  add column resumed_at timestamptz,
  -- Seconds for which its agent of now had it snoozed: no handle time.
  add column snoozed_seconds double precision not null default 0,
  add check ((snoozed_at is null) = (snoozed_until is null)),
  add check (snoozed_until is null or opened);
create index contacts_snoozed on chat.contacts (customer_account, snoozed_until, contact_id) where snoozed_until is not null;

alter table chat.earlier_agents add column snoozed_seconds double precision not null default 0;
