-- Which links of a mail its recipient followed, each by its place in the mailing's list of links; a link that is in the
-- HTML and in the text is one. `clicks` are a person's as far as it can be told, `prefetches` are those of programs.
create table email.link_clicks (
  customer_account text not null,
  mailing_id bigint not null,
  link int not null,
  seq int not null,
  clicks int not null default 0 check (clicks >= 0),
  clicked_at timestamptz,
  prefetches int not null default 0 check (prefetches >= 0),
  primary key (customer_account, mailing_id, link, seq),
  foreign key (customer_account, mailing_id, seq) references email.recipients (customer_account, mailing_id, seq) on delete cascade
) with (fillfactor = 70);
create index link_clicks_recipient on email.link_clicks (customer_account, mailing_id, seq);
