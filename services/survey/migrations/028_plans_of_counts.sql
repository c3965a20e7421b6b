-- The plan of this statement is kept for a connection. One that was made for first questions to 500 people, while there were
-- few answers, read all answers of the account and made room for 150,000 groups, and did so for each single reply after
-- it. Now the answers of each session are looked up, whatever the plan was made for.
create or replace function survey.tally_changed_sessions() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashagg = off as $$
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

-- A question is one of its own in the whole table, so an index need not compare the account before it. While the table was
-- small this index was as good as the key for the answers of a session, and stayed in the plan when it had grown.
drop index survey.answers_question;
create index answers_question on survey.answers (question_id, session_id);
