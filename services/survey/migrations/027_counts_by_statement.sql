-- What changes of sessions add to the kept counts (016) is noted once a statement, not once a session: first questions are
-- asked 500 at a time. Still no statement may change a session that was there before together with its answers.
drop trigger tally_changed_session on survey.sessions;
drop function survey.tally_changed_session();

-- A session that changes takes its answers with it. What stays as it was cancels itself out.
create function survey.tally_changed_sessions() returns trigger language plpgsql as $$
declare
  noted bigint;
begin
  with both_rows as (
    select -1 as sign, b.customer_account, b.id, b.survey_id, b.begun_at, b.channel, b.current_channel, b.language,
      b.instance_id, b.disposition, b.ended_at is not null as ended, b.question_id from before b
    union all
    select 1, a.customer_account, a.id, a.survey_id, a.begun_at, a.channel, a.current_channel, a.language, a.instance_id,
      a.disposition, a.ended_at is not null, a.question_id from after a
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
      from moved x join survey.answers a on a.customer_account = x.customer_account and a.session_id = x.id and a.counted
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
create trigger tally_changed_sessions after update on survey.sessions
  referencing old table as before new table as after for each statement
  execute function survey.tally_changed_sessions();
