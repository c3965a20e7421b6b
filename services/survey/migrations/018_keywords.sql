-- A run that people join by writing a keyword to it: at most so many of them; null: no one joins.
alter table survey.instances
  add column max_joiners int check (max_joiners between 1 and 100000),
  add column joined_count int not null default 0 check (joined_count <= coalesce(max_joiners, 0)),
  -- Whether who has answered may join once more.
  add column join_again boolean not null default false;

-- The words of a run, as they are compared, each for one language.
create table survey.keywords (
  customer_account text not null,
  instance_id bigint not null,
  language text not null,
  word text not null check (word <> ''),
  -- Where it is written to: "sms 22141", or "whatsapp" with the id of the number.
  place text not null,
  -- While the run is under way, also while it is paused.
  open boolean not null default false,
  primary key (customer_account, instance_id, language),
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create index keywords_place on survey.keywords (customer_account, place, word);
create unique index keywords_open on survey.keywords (customer_account, place, word) where open;

-- Each message with a keyword, once: that somebody asked to be asked.
create table survey.joins (
  customer_account text not null,
  -- How the channel names the message.
  key text not null,
  instance_id bigint not null,
  msisdn text not null collate "C",
  at timestamptz not null default now(),
  primary key (customer_account, key),
  foreign key (customer_account, instance_id) references survey.instances (customer_account, id) on delete cascade
);
create index joins_number on survey.joins (customer_account, msisdn, at);

-- The language that a person is asked in; null: that of the run. Who joined is asked first.
alter table survey.recipients
  add column language text,
  add column joined boolean not null default false;
create index recipients_joined on survey.recipients (customer_account, instance_id, msisdn)
  where joined and state = 'waiting';
