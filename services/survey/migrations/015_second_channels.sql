-- A second channel, after the reminders on the first; and the days and the speed of a run.
alter table survey.instances
  add column fallback text check (fallback in ('sms', 'whatsapp', 'web')),
  add constraint instances_fallback_differs check (fallback <> channel),
  -- Days on which people are asked: 1 is Monday.
  add column days smallint[] not null default '{1,2,3,4,5,6,7}'
    check (cardinality(days) between 1 and 7 and days <@ '{1,2,3,4,5,6,7}'),
  -- Business hours of the ticketing service, with their holidays: people are asked only while they are open.
  add column calendar_id bigint,
  add column calendar_name text not null default '',
  -- First questions in a minute; null: as fast as they can be sent.
  add column per_minute int check (per_minute between 1 and 100000);

-- A person whom an SMS gave a link answers on the web, in the same session.
alter table survey.sessions drop constraint sessions_current_channel_check;
alter table survey.sessions
  add constraint sessions_current_channel_check check (current_channel in ('sms', 'whatsapp', 'agent', 'web')),
  -- The second channel, once the session has moved to it.
  add column fell_back_to text check (fell_back_to in ('sms', 'whatsapp', 'web')),
  -- The first message did not arrive: the second channel is used without further reminders.
  add column unreached boolean not null default false;

-- The business hours of the run, so that the worker can ask about them before it reads the account.
alter table survey.runs add column calendar_id bigint;
