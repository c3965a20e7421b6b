-- Links of messages that become short ones, with a code for each recipient. Off until an account asks for it.
alter table messaging.settings
  add column short_links boolean not null default false,
  -- In promotional messages too: some carriers forbid short links in these.
  add column promotional_links boolean not null default false,
  -- The account's own domain for them; null: the one of the installation.
  add column link_domain text check (length(link_domain) between 4 and 60);
create unique index settings_link_domain on messaging.settings (link_domain) where link_domain is not null;

-- What the short links of the text begin with; null: it has none.
alter table messaging.blasts add column link_base text;

-- One row for each link of a text. A recipient's own code is reckoned from the key and the place of their message, so
-- that a message to 300,000 people needs no more rows than one to a single number.
create table messaging.short_links (
  customer_account text not null,
  blast_id bigint not null,
  position smallint not null,
  code text not null check (code ~ '^[0-9A-Za-z]{6}$'),
  target text not null check (target ~* '^https?://'),
  key bytea not null,
  people int not null default 0,
  clicks int not null default 0,
  programs int not null default 0,
  primary key (customer_account, blast_id, position),
  foreign key (customer_account, blast_id) references messaging.blasts (customer_account, id) on delete cascade
) with (fillfactor = 50);

create table messaging.link_codes (
  code text collate "C" primary key,
  customer_account text not null,
  blast_id bigint not null,
  position smallint not null,
  foreign key (customer_account, blast_id, position) references messaging.short_links on delete cascade
);
create index link_codes_of on messaging.link_codes (customer_account, blast_id, position);
comment on table messaging.link_codes is 'no row security: a link names a code and no account; ids only';

-- Who followed a link: made by the first visit of a person or a program.
create table messaging.link_clicks (
  customer_account text not null,
  id bigint generated always as identity,
  blast_id bigint not null,
  position smallint not null,
  seq int not null,
  first_at timestamptz,
  last_at timestamptz,
  clicks int not null default 0,
  programs int not null default 0,
  primary key (customer_account, id),
  unique (customer_account, blast_id, seq, position),
  foreign key (customer_account, blast_id, position) references messaging.short_links on delete cascade
) with (fillfactor = 70);
create index link_clicks_list on messaging.link_clicks (customer_account, blast_id, id);
