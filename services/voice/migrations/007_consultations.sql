-- Agents who speak about a caller: no customer's call, so no figure counts it and nothing is said of it afterwards.
alter table voice.calls add column consultation boolean not null default false;
-- The caller's call, where the phone tells which it is.
alter table voice.calls add column consult_of bigint;
alter table voice.calls add foreign key (customer_account, consult_of) references voice.calls (customer_account, id);
create index calls_consult on voice.calls (customer_account, consult_of) where consult_of is not null;

-- Whom an agent gave the caller to, and who gave the caller to this agent: an extension or a number, and the name then.
alter table voice.calls add column transferred_to text not null default '' check (length(transferred_to) <= 40);
alter table voice.calls add column transferred_to_name text not null default '' check (length(transferred_to_name) <= 200);
alter table voice.calls add column transferred_by text not null default '' check (length(transferred_by) <= 40);
alter table voice.calls add column transferred_by_name text not null default '' check (length(transferred_by_name) <= 200);
