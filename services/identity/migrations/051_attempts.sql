-- One row a key instead of one a failure: a try is counted and judged against its limit in one statement, so that
-- tries sent all at once are all counted. `at` is when the key's window began.
alter table identity.attempts rename to attempts_before;
drop index identity.attempts_key;
create table identity.attempts (
  key text primary key,
  times integer not null,
  at timestamptz not null default now()
);
create index attempts_at on identity.attempts (at);
insert into identity.attempts (key, times, at)
  select key, count(*), min(at) from identity.attempts_before group by key;
drop table identity.attempts_before;
