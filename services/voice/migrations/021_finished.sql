-- Calls that were talked, by when they ended.
create index calls_finished on voice.calls (customer_account, ended_at, id) where talk_seconds > 0 and ended_at is not null;
