-- The audit and the event log are append-only for the application: it may add and read (migrate.ts takes UPDATE and
-- DELETE away). What the law or the retention wants gone goes through these functions, in the account of the
-- transaction alone. Each runs as the owner.

-- Retention: what is older than a moment, 5,000 at a time, and nothing of the last four weeks.
create function events.drop_activities(account text, before timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  dropped bigint;
begin
  if before > now() - interval '28 days' then raise exception 'activities are kept for four weeks at least'; end if;
  delete from events.activities where customer_account = account and account = current_setting('app.account', true)
    and id in (select id from events.activities where customer_account = account and at < before order by at limit 5000);
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- An erasure: a number or an address goes out of the sentences, which stay.
create function events.erase_in_activities(account text, contact text) returns void
  language plpgsql security definer set search_path = pg_catalog as $$
begin
  if length(contact) < 5 then raise exception 'this is no number and no address'; end if;
  update events.activities
    set description = regexp_replace(description, '\+?' || regexp_replace(contact, '([.+*?^$()\[\]{}|\\])', '\\\1', 'g'), '[erased]', 'gi')
    where customer_account = account and account = current_setting('app.account', true)
      and strpos(lower(description), lower(contact)) > 0;
end $$;

-- An erasure: of what was done to these customers of the chat, or names one of them, only the action stays.
create function events.erase_chat_activities(account text, people text[], names text[]) returns void
  language sql security definer set search_path = pg_catalog as $$
  update events.activities set description = action
    where customer_account = account and account = current_setting('app.account', true) and subject = 'chat customer'
      and (subject_id = any(people) or exists (select 1 from unnest(names) given where strpos(description, given) > 0)) $$;

-- The oldest events up to the first that is younger, 5,000 at a time: what is kept has no gap, whatever the clocks did.
create function events.drop_log(account text, before timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  dropped bigint;
begin
  with oldest as (
    select seq, at >= before as young from events.log where customer_account = account order by seq limit 5000
  )
  delete from events.log where customer_account = account and account = current_setting('app.account', true)
    and seq <= (select max(seq) from oldest)
    and seq < coalesce((select min(seq) from oldest where young), 9223372036854775807);
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- An erasure: what was told of these conversations goes, its numbers stay. Nobody is told an event of this kind.
create function events.erase_log(account text, conversations bigint[]) returns void
  language sql security definer set search_path = pg_catalog as $$
  update events.log set kind = 'erased', body = '{}'
    where customer_account = account and account = current_setting('app.account', true)
      and kind in ('chat.message', 'chat.contact')
      and coalesce(body ->> 'contact_id', body -> 'contact' ->> 'contact_id')::bigint = any(conversations) $$;

revoke all on function events.drop_activities, events.erase_in_activities, events.erase_chat_activities, events.drop_log,
  events.erase_log from public;
grant execute on function events.drop_activities, events.erase_in_activities, events.erase_chat_activities, events.drop_log,
  events.erase_log to jibu_app;
