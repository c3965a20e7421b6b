-- Every stored file: what it is, whose it is, what it is for. The bytes lie in the store under `key`.
create table uploads.files (
  customer_account text not null,
  id uuid not null default gen_random_uuid(),
  key text not null unique,
  name text not null check (length(name) between 1 and 200),
  -- By its content, never by the browser's word.
  type text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null,
  purpose text not null,
  -- The person who sent it, or null for the house itself.
  user_id text,
  by text not null default '',
  -- What it belongs to, once a form that names it was saved: a file that nothing names is dropped after two days.
  subject text not null default '',
  subject_id text not null default '',
  at timestamptz not null default now(),
  primary key (customer_account, id)
);
create index files_subject on uploads.files (customer_account, subject, subject_id) where subject <> '';
create index files_age on uploads.files (customer_account, at);
