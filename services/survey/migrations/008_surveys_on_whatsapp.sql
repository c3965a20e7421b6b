-- Runs on WhatsApp: the number, the template that opens where the reply window is closed, and the money held for it.
alter table survey.instances drop constraint instances_channel_check;
alter table survey.instances
  add constraint instances_channel_check check (channel in ('sms', 'whatsapp')),
  -- The channel of the social service, and what it was called when it was chosen.
  add column number_id bigint,
  add column number_name text not null default '',
  add column template_id bigint,
  add column template_name text not null default '',
  add column opening_text text not null default '',
  -- Held by billing; while the run is pending and this is not 0 it is being started.
  add column held_cents bigint not null default 0,
  -- What the templates that WhatsApp took cost, in 1/10,000 KES; whoever is erased later was paid for all the same.
  add column spent_units bigint not null default 0,
  add column settled_cents bigint not null default 0,
  add column money_closed boolean not null default false;

-- A template to this person, in 1/10,000 KES; 0 by SMS.
alter table survey.recipients add column price int not null default 0;

alter table survey.sessions drop constraint sessions_channel_check;
alter table survey.sessions
  add constraint sessions_channel_check check (channel in ('web', 'sms', 'whatsapp')),
  -- Where the person wrote last, which is where they are answered; null on the web.
  add column current_channel text check (current_channel in ('sms', 'whatsapp')),
  add column number_id bigint,
  -- A template asked whether to begin or to go on: the question that is due was not put yet.
  add column unasked boolean not null default false;

-- A number has one open session whatever the channel: of several the latest stays.
alter table survey.sessions no force row level security;
update survey.sessions set current_channel = 'sms' where channel = 'sms';
update survey.sessions x set ended_at = now(),
    disposition = case x.disposition when 'started' then 'breakoff' when 'interim partial' then 'partial'
      when 'contacted' then 'unresponsive' else 'failed' end
  where x.ended_at is null and x.msisdn <> '' and exists (select from survey.sessions y
    where y.customer_account = x.customer_account and y.msisdn = x.msisdn and y.ended_at is null and y.id > x.id);
alter table survey.sessions force row level security;
drop index survey.sessions_open;
create unique index sessions_open on survey.sessions (customer_account, msisdn) where msisdn <> '' and ended_at is null;

alter table survey.messages drop constraint messages_state_check;
alter table survey.messages
  add constraint messages_state_check check (state in ('waiting', 'sending', 'sent', 'refused')),
  add column channel text not null default 'sms' check (channel in ('sms', 'whatsapp')),
  -- Its text with buttons or a list, as WhatsApp gets it.
  add column form jsonb,
  -- It may be a template where the reply window is closed; and whether it was one, at which price in 1/10,000 KES.
  add column opening boolean not null default false,
  add column as_template boolean not null default false,
  add column price int not null default 0,
  add column tries smallint not null default 0,
  add column tried_at timestamptz;

-- A file that came as a reply; the uploads service keeps it.
alter table survey.turns add column file_id uuid, add column file_name text not null default '';

-- Which messages on WhatsApp were taken, by the provider's id: each counts once.
create table survey.received_on_whatsapp (
  customer_account text not null,
  provider_id text not null collate "C",
  session_id bigint not null,
  at timestamptz not null default now(),
  primary key (customer_account, provider_id),
  foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade
);
create index received_on_whatsapp_session on survey.received_on_whatsapp (customer_account, session_id);
