-- Kept counts of what was answered. Triggers append what a change of sessions and answers adds and takes away; the worker
-- adds it up in `tallies`. What was not added up yet is part of every figure too, so all figures are exact at once.
-- Row triggers run at the end of a statement: no statement may change a session that was there before together with its
-- answers. A migration that changes rows of sessions or answers takes row security off `tally_changes` too.

create table survey.tallies (
  customer_account text not null,
  survey_id bigint not null,
  -- When sessions began, by the days of accounts. Infinity: on any day.
  day date not null,
  -- 0: sessions are counted, not answers.
  question_id bigint not null,
  -- What was answered (`survey.answer_values`), `session`, or `stopped`: not completed, and the question waits.
  value text not null collate "C",
  -- The channel that sessions began on, and the one that they are on or ended on.
  channel text not null collate "C",
  last_channel text not null collate "C",
  language text not null collate "C",
  -- The run; 0: none.
  instance_id bigint not null,
  disposition text not null collate "C",
  ended boolean not null,
  count bigint not null,
  -- Of the value `answered`: the numbers that were answered, added up.
  total numeric not null,
  primary key (customer_account, survey_id, day, question_id, value, channel, last_channel, language, instance_id,
    disposition, ended),
  foreign key (customer_account, survey_id) references survey.surveys (customer_account, id) on delete cascade
);
create index tallies_empty on survey.tallies (customer_account, survey_id) where count = 0;

-- Append only, so that no one who answers waits for another. It has no reference to the survey for the same reason.
create table survey.tally_changes (
  customer_account text not null,
  survey_id bigint not null,
  id bigint generated always as identity,
  day date not null,
  question_id bigint not null,
  value text not null collate "C",
  channel text not null collate "C",
  last_channel text not null collate "C",
  language text not null collate "C",
  instance_id bigint not null,
  disposition text not null collate "C",
  ended boolean not null,
  count bigint not null,
  total numeric not null,
  primary key (customer_account, survey_id, id)
);

-- Surveys with changes that are to be added up.
create table survey.tally_queue (
  survey_id bigint primary key,
  customer_account text not null,
  -- When changes were last found.
  at timestamptz not null default now()
);
comment on table survey.tally_queue is 'no row security: the worker finds surveys before it knows the account; ids only';

-- Free text is not counted: the newest of a question are read.
create index answers_texts on survey.answers (customer_account, question_id, session_id)
  where counted and (answer->>'text') is not null;

-- Results of some days look for their sessions.
create index sessions_begun on survey.sessions (customer_account, survey_id, begun_at, id);

create function survey.tally_day(at timestamptz) returns date language sql immutable parallel safe
  as $$ select (at at time zone 'Africa/Nairobi')::date $$;

-- What an answer counts as: `answered` or `skipped` (and why: `refused`, `unknown`), and each thing that was chosen:
-- c<choice>, p<choice>.<place> of a ranking, r<row>.<choice> of a matrix, n<mark> from 0 to 10, `yes` or `no`.
create function survey.answer_values(answer jsonb) returns table (value text, total numeric)
  language sql immutable parallel safe as $$
  select case answer->>'kind' when 'skipped' then 'skipped' else 'answered' end,
    case answer->>'kind' when 'number' then (answer->>'number')::numeric else 0 end
  union all
  select v.value, 0 from (
    select answer->>'why' as value where answer->>'kind' = 'skipped'
    union all
    select distinct 'c' || c from jsonb_array_elements_text(
      case answer->>'kind' when 'choices' then answer->'choices' else '[]' end) c
    union all
    select 'p' || o.choice || '.' || min(o.place) from jsonb_array_elements_text(
      case answer->>'kind' when 'ranking' then answer->'order' else '[]' end) with ordinality o (choice, place)
      group by o.choice
    union all
    select 'r' || (r->>'row') || '.' || (r->>'choice') from jsonb_array_elements(
      case answer->>'kind' when 'rows' then answer->'rows' else '[]' end) r
    union all
    select 'n' || trunc((answer->>'number')::numeric) where answer->>'kind' = 'number'
      and (answer->>'number')::numeric between 0 and 10 and trunc((answer->>'number')::numeric) = (answer->>'number')::numeric
    union all
    select case answer->>'yes' when 'true' then 'yes' else 'no' end where answer->>'kind' = 'yes'
  ) v where v.value is not null $$;

create function survey.queue_tally(account text, survey bigint) returns void language sql as $$
  insert into survey.tally_queue (survey_id, customer_account) values (survey, account) on conflict do nothing $$;

create function survey.tally_new_sessions() returns trigger language plpgsql as $$
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
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  perform survey.queue_tally(x.customer_account, x.survey_id) from (
    select distinct customer_account, survey_id from added) x;
  return null;
end $$;
create trigger tally_new_sessions after insert on survey.sessions
  referencing new table as added for each statement execute function survey.tally_new_sessions();

-- A session that changes takes its answers with it. Only what differs is noted.
create function survey.tally_changed_session() returns trigger language plpgsql as $$
declare
  moved boolean := (old.survey_id, old.begun_at, old.channel, old.current_channel, old.language, old.instance_id,
      old.disposition, old.ended_at is null)
    is distinct from (new.survey_id, new.begun_at, new.channel, new.current_channel, new.language, new.instance_id,
      new.disposition, new.ended_at is null);
begin
  insert into survey.tally_changes (customer_account, survey_id, day, question_id, value, channel, last_channel, language,
    instance_id, disposition, ended, count, total)
  select new.customer_account, x.survey_id, survey.tally_day(x.begun_at), v.question_id, v.value, x.channel,
    coalesce(x.current_channel, x.channel), x.language, coalesce(x.instance_id, 0), x.disposition, x.ended,
    sum(x.sign), sum(x.sign * v.total)
  from (values
    (-1, old.survey_id, old.begun_at, old.channel, old.current_channel, old.language, old.instance_id, old.disposition,
      old.ended_at is not null, old.question_id),
    (1, new.survey_id, new.begun_at, new.channel, new.current_channel, new.language, new.instance_id, new.disposition,
      new.ended_at is not null, new.question_id)
  ) x (sign, survey_id, begun_at, channel, current_channel, language, instance_id, disposition, ended, question_id)
  cross join lateral (
    select 0::bigint as question_id, 'session' as value, 0::numeric as total where moved
    union all
    select x.question_id, 'stopped', 0 where x.question_id is not null and x.disposition <> 'completed'
    union all
    select a.question_id, w.value, w.total from survey.answers a cross join lateral survey.answer_values(a.answer) w
      where moved and a.customer_account = new.customer_account and a.session_id = new.id and a.counted) v
  group by 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(x.sign) <> 0 or sum(x.sign * v.total) <> 0;
  perform survey.queue_tally(new.customer_account, new.survey_id);
  return null;
end $$;
create trigger tally_changed_session after update on survey.sessions for each row
  when ((old.survey_id, old.begun_at, old.channel, old.current_channel, old.language, old.instance_id, old.disposition,
      old.ended_at is null, old.question_id)
    is distinct from (new.survey_id, new.begun_at, new.channel, new.current_channel, new.language, new.instance_id,
      new.disposition, new.ended_at is null, new.question_id))
  execute function survey.tally_changed_session();

-- Before it is deleted its answers are there. With the whole survey its counts go (below).
create function survey.tally_deleted_session() returns trigger language plpgsql as $$
begin
  if not exists (select from survey.surveys where customer_account = old.customer_account and id = old.survey_id) then
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
create trigger tally_deleted_session before delete on survey.sessions for each row
  execute function survey.tally_deleted_session();

-- The session is locked, so that it does not change between this and the end. One that was deleted has taken its answers
-- off already.
create function survey.tally_answer() returns trigger language plpgsql as $$
declare
  account text := case tg_op when 'DELETE' then old.customer_account else new.customer_account end;
  session bigint := case tg_op when 'DELETE' then old.session_id else new.session_id end;
  x record;
  before jsonb;
  after jsonb;
begin
  select survey_id, begun_at, channel, current_channel, language, instance_id, disposition, ended_at into x
    from survey.sessions where customer_account = account and id = session for no key update;
  if not found then return null; end if;
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
create trigger tally_new_answer after insert on survey.answers for each row when (new.counted)
  execute function survey.tally_answer();
create trigger tally_changed_answer after update on survey.answers for each row
  when ((old.counted or new.counted) and (old.answer, old.counted) is distinct from (new.answer, new.counted))
  execute function survey.tally_answer();
create trigger tally_deleted_answer after delete on survey.answers for each row when (old.counted)
  execute function survey.tally_answer();

create function survey.forget_tallies() returns trigger language plpgsql as $$
begin
  delete from survey.tally_changes where customer_account = old.customer_account and survey_id = old.id;
  delete from survey.tally_queue where survey_id = old.id;
  return null;
end $$;
create trigger tallies_forgotten after delete on survey.surveys for each row execute function survey.forget_tallies();

-- Counts the rows of a survey, and notes what the kept counts lack. No one who answers waits for it. Answers how many
-- counts were wrong.
create function survey.recount(account text, survey bigint) returns bigint language plpgsql as $$
declare
  noted bigint;
  summed bigint;
begin
  -- Nothing is added up meanwhile (services/survey/responses/fold.ts).
  perform pg_advisory_xact_lock(hashtextextended('survey.tallies ' || account || ' ' || survey, 0));
  with x as (
    select s.id, survey.tally_day(s.begun_at) as day, s.channel, coalesce(s.current_channel, s.channel) as last_channel,
      s.language, coalesce(s.instance_id, 0) as instance_id, s.disposition, s.ended_at is not null as ended, s.question_id
    from survey.sessions s where s.customer_account = account and s.survey_id = recount.survey
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

-- The responses that are there already.
alter table survey.surveys no force row level security;
alter table survey.sessions no force row level security;
alter table survey.answers no force row level security;
select count(survey.recount(customer_account, id)) from survey.surveys;
alter table survey.answers force row level security;
alter table survey.sessions force row level security;
alter table survey.surveys force row level security;
