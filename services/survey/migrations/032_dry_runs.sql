-- A survey that is tried on a phone before its run starts. It is answered as any other, and never becomes a result: the
-- functions of the kept counts (016, 028) leave such sessions and their answers out.
alter table survey.sessions add column dry_run boolean not null default false;
create index sessions_dry_run on survey.sessions (customer_account, instance_id, id) where dry_run;

create or replace function survey.tally_new_sessions() returns trigger language plpgsql as $$
begin
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select x.customer_account, x.survey_id, survey.tally_day(x.begun_at), v.question_id, v.value, x.channel,
    coalesce(x.current_channel, x.channel), x.language, coalesce(x.instance_id, 0), x.disposition, x.ended_at is not null,
    count(*), 0
  from added x cross join lateral (
    select 0::bigint as question_id, 'session' as value
    union all
    select x.question_id, 'stopped' where x.question_id is not null and x.disposition <> 'completed') v
  where not x.dry_run
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  perform survey.queue_tally(x.customer_account, x.survey_id) from (
    select distinct customer_account, survey_id from added where not dry_run) x;
  return null;
end $$;

create or replace function survey.tally_changed_sessions() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashagg = off as $$
declare
  noted bigint;
begin
  with both_rows as (
    select -1 as sign, b.customer_account, b.id, b.survey_id, b.begun_at, b.channel, b.current_channel, b.language,
      b.instance_id, b.disposition, b.ended_at is not null as ended, b.question_id from before b where not b.dry_run
    union all
    select 1, a.customer_account, a.id, a.survey_id, a.begun_at, a.channel, a.current_channel, a.language, a.instance_id,
      a.disposition, a.ended_at is not null, a.question_id from after a where not a.dry_run
  ), moved as materialized (
    select sum(sign) as sign, customer_account, id, survey_id, begun_at, channel, current_channel, language, instance_id,
      disposition, ended
    from both_rows group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(sign) <> 0
  ), changes as (
    select x.sign, x.customer_account, x.survey_id, x.begun_at, x.channel, x.current_channel, x.language, x.instance_id,
      x.disposition, x.ended, 0::bigint as question_id, 'session' as value, 0::numeric as total from moved x
    union all
    select x.sign, x.customer_account, x.survey_id, x.begun_at, x.channel, x.current_channel, x.language, x.instance_id,
      x.disposition, x.ended, x.question_id, 'stopped', 0 from both_rows x
      where x.question_id is not null and x.disposition <> 'completed'
    union all
    select x.sign, x.customer_account, x.survey_id, x.begun_at, x.channel, x.current_channel, x.language, x.instance_id,
      x.disposition, x.ended, a.question_id, w.value, w.total
      from moved x cross join lateral (
        select question_id, answer from survey.answers
        where customer_account = x.customer_account and session_id = x.id and counted offset 0) a
      cross join lateral survey.answer_values(a.answer) w
  )
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select x.customer_account, x.survey_id, survey.tally_day(x.begun_at), x.question_id, x.value, x.channel,
    coalesce(x.current_channel, x.channel), x.language, coalesce(x.instance_id, 0), x.disposition, x.ended,
    sum(x.sign), sum(x.sign * x.total)
  from changes x group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(x.sign) <> 0 or sum(x.sign * x.total) <> 0;
  get diagnostics noted = row_count;
  if noted > 0 then
    perform survey.queue_tally(x.customer_account, x.survey_id) from (
      select distinct customer_account, survey_id from after) x;
  end if;
  return null;
end $$;

create or replace function survey.tally_deleted_session() returns trigger language plpgsql as $$
begin
  if old.dry_run or not exists (select from survey.surveys where customer_account = old.customer_account and id = old.survey_id) then
    return old;
  end if;
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select old.customer_account, old.survey_id, survey.tally_day(old.begun_at), v.question_id, v.value, old.channel,
    coalesce(old.current_channel, old.channel), old.language, coalesce(old.instance_id, 0), old.disposition,
    old.ended_at is not null, -1, -v.total
  from (
    select 0::bigint as question_id, 'session' as value, 0::numeric as total
    union all
    select old.question_id, 'stopped', 0 where old.question_id is not null and old.disposition <> 'completed'
    union all
    select a.question_id, w.value, w.total from survey.answers a cross join lateral survey.answer_values(a.answer) w
      where a.customer_account = old.customer_account and a.session_id = old.id and a.counted) v;
  perform survey.queue_tally(old.customer_account, old.survey_id);
  return old;
end $$;

create or replace function survey.tally_answer() returns trigger language plpgsql as $$
declare
  account text := case tg_op when 'DELETE' then old.customer_account else new.customer_account end;
  session bigint := case tg_op when 'DELETE' then old.session_id else new.session_id end;
  x record;
  before jsonb;
  after jsonb;
begin
  select survey_id, begun_at, channel, current_channel, language, instance_id, disposition, ended_at, dry_run into x
    from survey.sessions where customer_account = account and id = session for no key update;
  if not found or x.dry_run then return null; end if;
  if tg_op <> 'INSERT' then before := case when old.counted then old.answer end; end if;
  if tg_op <> 'DELETE' then after := case when new.counted then new.answer end; end if;
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select account, x.survey_id, survey.tally_day(x.begun_at),
    case tg_op when 'DELETE' then old.question_id else new.question_id end, v.value, x.channel,
    coalesce(x.current_channel, x.channel), x.language, coalesce(x.instance_id, 0), x.disposition, x.ended_at is not null,
    sum(v.sign), sum(v.sign * v.total)
  from (
    select -1 as sign, w.value, w.total from survey.answer_values(before) w where before is not null
    union all
    select 1, w.value, w.total from survey.answer_values(after) w where after is not null) v
  group by v.value having sum(v.sign) <> 0 or sum(v.sign * v.total) <> 0;
  perform survey.queue_tally(account, x.survey_id);
  return null;
end $$;

create or replace function survey.recount(account text, survey bigint) returns bigint language plpgsql as $$
declare
  noted bigint;
  summed bigint;
begin
  -- Nothing is added up meanwhile (services/survey/responses/fold.ts).
  perform pg_advisory_xact_lock(hashtextextended('survey.tallies ' || account || ' ' || survey, 0));
  with x as (
    select s.id, survey.tally_day(s.begun_at) as day, s.channel, coalesce(s.current_channel, s.channel) as last_channel,
      s.language, coalesce(s.instance_id, 0) as instance_id, s.disposition, s.ended_at is not null as ended, s.question_id
    from survey.sessions s where s.customer_account = account and s.survey_id = recount.survey and not s.dry_run
  ), counted as (
    select x.day, 0::bigint as question_id, 'session' as value, x.channel, x.last_channel, x.language, x.instance_id,
      x.disposition, x.ended, count(*) as count, 0::numeric as total
    from x group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all
    select x.day, x.question_id, 'stopped', x.channel, x.last_channel, x.language, x.instance_id, x.disposition, x.ended,
      count(*), 0
    from x where x.question_id is not null and x.disposition <> 'completed' group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all
    select x.day, a.question_id, w.value, x.channel, x.last_channel, x.language, x.instance_id, x.disposition, x.ended,
      count(*), sum(w.total)
    from x join survey.answers a on a.customer_account = account and a.session_id = x.id and a.counted
    cross join lateral survey.answer_values(a.answer) w group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    union all
    select t.day, t.question_id, t.value, t.channel, t.last_channel, t.language, t.instance_id, t.disposition, t.ended,
      -t.count, -t.total
    from survey.tallies t where t.customer_account = account and t.survey_id = recount.survey and t.day <> 'infinity'
    union all
    select c.day, c.question_id, c.value, c.channel, c.last_channel, c.language, c.instance_id, c.disposition, c.ended,
      -c.count, -c.total
    from survey.tally_changes c where c.customer_account = account and c.survey_id = recount.survey
  )
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select account, recount.survey, k.day, k.question_id, k.value, k.channel, k.last_channel, k.language, k.instance_id,
    k.disposition, k.ended, sum(k.count), sum(k.total)
  from counted k group by 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(k.count) <> 0 or sum(k.total) <> 0;
  get diagnostics noted = row_count;
  insert into survey.tallies as t (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select account, recount.survey, 'infinity', k.question_id, k.value, k.channel, k.last_channel, k.language,
    k.instance_id, k.disposition, k.ended, sum(k.sign * k.count), sum(k.sign * k.total)
  from (select d.*, case d.day when 'infinity' then -1 else 1 end as sign from survey.tallies d
    where d.customer_account = account and d.survey_id = recount.survey) k
  group by 4, 5, 6, 7, 8, 9, 10, 11 having sum(k.sign * k.count) <> 0 or sum(k.sign * k.total) <> 0
  on conflict (customer_account, survey_id, day, question_id, value, channel, last_channel, language, instance_id,
    disposition, ended) do update set count = t.count + excluded.count, total = t.total + excluded.total;
  get diagnostics summed = row_count;
  if noted + summed > 0 then perform survey.queue_tally(account, recount.survey); end if;
  return noted + summed;
end $$;
