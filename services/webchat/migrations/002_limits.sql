-- How often one address did what in the window that runs (statement M42): every process counts here.
create table webchat.uses (
  -- What, and from where: "chats 41.90.1.2".
  key text collate "C" primary key,
  used integer not null,
  until timestamptz not null
);
comment on table webchat.uses is 'no row security: an address belongs to no account; counts only';
create index uses_until on webchat.uses (until);
