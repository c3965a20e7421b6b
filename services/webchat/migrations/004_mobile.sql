-- An application is the chat of a site, or of an app on phones.
alter table webchat.applications
  add column channel text collate "C" not null default 'webchat' check (channel in ('webchat', 'mobile')),
  -- What an app is called in its stores; empty: it is not there.
  add column android_package text not null default '',
  add column ios_bundle text not null default '';

-- Until when the app of a visitor counts as connected; notes come every minute.
alter table webchat.visitors add column connected_until timestamptz not null default 'epoch';

-- What an app pushes with: the service account of its Firebase project.
create table webchat.push_settings (
  customer_account text not null,
  application_id bigint not null,
  project text collate "C" not null,
  client_email text not null,
  -- The private key, sealed.
  key_file bytea not null,
  connected_at timestamptz not null default now(),
  active boolean not null default true,
  -- What was written is in the notification; or else only that there is something.
  with_text boolean not null default false,
  -- The newest that Google took, and why the newest after that was refused.
  pushed_at timestamptz,
  failed_at timestamptz,
  fault text not null default '',
  primary key (customer_account, application_id),
  foreign key (customer_account, application_id) references webchat.applications (customer_account, id)
);

-- The phones that Firebase knows, by the token that it gave each app there.
create table webchat.push_tokens (
  customer_account text not null,
  application_id bigint not null,
  token text collate "C" not null,
  visitor_id text collate "C" not null,
  -- The newest message that was pushed to it: none is pushed twice.
  pushed_upto bigint not null default 0,
  made_at timestamptz not null default now(),
  primary key (customer_account, application_id, token),
  foreign key (customer_account, application_id) references webchat.applications (customer_account, id),
  foreign key (customer_account, visitor_id) references webchat.visitors (customer_account, id) on delete cascade
);
create index push_tokens_visitor on webchat.push_tokens (customer_account, visitor_id);
