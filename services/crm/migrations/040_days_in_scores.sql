-- Rules of the score about days. Of the last days, points may become fewer with each of them.
alter table crm.score_rules add column fades boolean not null default false,
  add constraint score_rules_fades check (not fades or operator = 'is in the last days');

-- When the customer last wrote on any channel, as far back as the rules look; kept only where a rule asks for it.
alter table crm.records add column wrote_at timestamptz;

-- Accounts with a rule about what customers write are scored each hour, the others when a day begins.
alter table crm.dated_scores add column hourly boolean not null default false,
  add column scored_at timestamptz not null default now();
