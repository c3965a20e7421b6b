-- Words of an account's own beside the fixed ones (rules/keywords.ts), in capitals: what its customers answer to end
-- its messages, to get them again, and to ask for help.
create table messaging.keywords (
  customer_account text primary key,
  stop_words text[] not null default '{}' check (cardinality(stop_words) <= 50),
  start_words text[] not null default '{}' check (cardinality(start_words) <= 50),
  help_words text[] not null default '{}' check (cardinality(help_words) <= 50),
  changed_by text not null default '',
  changed_at timestamptz not null default now()
);
