import pg from "pg";
import type { SurveyDetail } from "../../services/survey/contract.schemas";

export const account = "100001";
export const sessions = 1_000_000;
/** The newest response has the highest id. */
const first = 10_000_000;

type Question = SurveyDetail["questions"][number];

/**
 * Responses of 180 days on four channels, in two languages and 12 runs. Seven of ten are completed; one of fifty has a reply
 * that was not understood, and one of a hundred was interviewed.
 */
export async function fillResponses(url: string, survey: number, questions: readonly Question[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set app.account = '${account}'; set synchronous_commit = off; set work_mem = '256MB'`);
    // The rows are there before their counts, as they are when a database is upgraded.
    await client.query(
      "alter table survey.sessions disable trigger user; alter table survey.answers disable trigger user",
    );
    await client.query("alter table survey.answers drop constraint answers_customer_account_session_id_fkey");
    await client.query(`
      insert into survey.instances (customer_account, survey_id, name, language, status, version)
        select '${account}', ${survey}, 'Run ' || n, 'en', 'done', 1 from generate_series(1, 12) n;
      insert into survey.sessions (customer_account, id, survey_id, version, channel, current_channel, language, instance_id,
          disposition, question_id, begun_at, active_at, ended_at) overriding system value
        select '${account}', ${first} + n, ${survey}, 1, channel, case when n % 9 = 0 then 'web' when channel <> 'web' then channel end,
          case when n % 3 = 0 then 'sw' else 'en' end, case when channel in ('sms', 'whatsapp') then 1 + n * 12 / ${sessions + 1} end,
          disposition, case when disposition <> 'completed' then ${questions[4]?.id} end, at, at, case when disposition <> 'started' then at end
        from (select n, (array['sms', 'web', 'whatsapp', 'agent'])[1 + n % 4] as channel,
            now() - (${sessions} - n) * interval '15 seconds' as at,
            (array['completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'completed', 'partial', 'breakoff', 'started'])[1 + n / 4 % 10]
              as disposition
          from generate_series(1, ${sessions}) n) x`);
    // Who did not complete it got as far as the fifth question.
    for (const [place, question] of questions.entries())
      await client.query(`
        insert into survey.answers (customer_account, session_id, question_id, answer, at)
          select '${account}', ${first} + n, ${question.id}, ${answerSql(question)}, now() from generate_series(1, ${sessions}) n
          where n / 4 % 10 < 7 or ${place} < 4`);
    await client.query(`
      insert into survey.turns (customer_account, session_id, question_id, incoming, text, understood)
        select '${account}', ${first} + n, ${questions[0]?.id}, true, (array['sijui', 'what?', 'Call me', '9'])[1 + n / 50 % 4], false
        from generate_series(50, ${sessions}, 50) n;
      insert into survey.interviews (customer_account, session_id, interviewer_id, interviewer, ended_at)
        select '${account}', ${first} + n, (n / 100 % 20)::text, 'Interviewer ' || n / 100 % 20, now()
        from generate_series(99, ${sessions}, 100) n`);
    await client.query(
      `alter table survey.answers add constraint answers_customer_account_session_id_fkey
         foreign key (customer_account, session_id) references survey.sessions (customer_account, id) on delete cascade not valid`,
    );
    await client.query(
      "alter table survey.sessions enable trigger user; alter table survey.answers enable trigger user",
    );
    for (const table of ["sessions", "answers", "turns", "interviews"])
      await client.query(`vacuum analyze survey.${table}`);
  } finally {
    await client.end();
  }
}

function answerSql({ type, options, required }: Question): string {
  const ids = options.map(({ id }) => id);
  const choice = `(array[${ids.join(",") || 0}])[1 + n / 7 % ${Math.max(1, ids.length)}]`;
  const given: Partial<Record<Question["type"], string>> = {
    single: `jsonb_build_object('kind', 'choices', 'choices', jsonb_build_array(${choice}))`,
    multiple: `jsonb_build_object('kind', 'choices', 'choices', jsonb_build_array(${choice}, ${choice} + 1000000))`,
    yes_no: "jsonb_build_object('kind', 'yes', 'yes', n % 3 = 0)",
    number: "jsonb_build_object('kind', 'number', 'number', n % 5000)",
    rating: "jsonb_build_object('kind', 'number', 'number', 1 + n / 3 % 5)",
    nps: "jsonb_build_object('kind', 'number', 'number', n / 5 % 11)",
    text: "jsonb_build_object('kind', 'text', 'text', 'What a person says about it, number ' || n)",
    rank: `jsonb_build_object('kind', 'ranking', 'order', case when n % 2 = 0 then '${JSON.stringify(ids)}'::jsonb
      else '${JSON.stringify(ids.toReversed())}'::jsonb end)`,
  };
  const answer = given[type] ?? '\'{"kind": "skipped"}\'::jsonb';
  return required ? answer : `case when n % 4 = 1 then '{"kind": "skipped"}'::jsonb else ${answer} end`;
}
