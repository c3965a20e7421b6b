-- Whether an account counts opens and clicks. One without a row does not.
create table email.tracking_settings (
  customer_account text primary key,
  enabled boolean not null,
  changed_by text not null default '',
  changed_at timestamptz not null default now()
);

-- What a recipient did with a mail, apart from its delivery: most rows of recipients never have one. `opens` and `clicks`
-- are a person's as far as it can be told, `prefetches` are what mail programs and scanners requested by themselves.
create table email.engagement (
  customer_account text not null,
  mailing_id bigint not null,
  seq int not null,
  opens int not null default 0 check (opens >= 0),
  opened_at timestamptz,
  clicks int not null default 0 check (clicks >= 0),
  clicked_at timestamptz,
  prefetches int not null default 0 check (prefetches >= 0),
  prefetched_at timestamptz,
  primary key (customer_account, mailing_id, seq),
  foreign key (customer_account, mailing_id, seq) references email.recipients (customer_account, mailing_id, seq) on delete cascade
) with (fillfactor = 70);

-- Recipients, each once however often it is opened.
alter table email.mailing_counts
  add opened int not null default 0 check (opened >= 0),
  add clicked int not null default 0 check (clicked >= 0),
  add prefetched int not null default 0 check (prefetched >= 0);
