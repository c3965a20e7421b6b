import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byNumber, keyColumn, orderBy } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import {
  type OldAnswer,
  OldContact,
  OldContactDetail,
  type OldMessage,
  type OldRun,
  OldRunDetail,
  type OldSurvey,
  OldSurveyDetail,
  type oldCalls,
} from "../contract.old";
import { instanceChannels } from "../contract.runs";

type Query<Name extends keyof typeof oldCalls> = (typeof oldCalls)[Name] extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : never;

/** As it is stored: moments are dates. */
type StoredRow<Row> = { [Name in keyof Row]: Name extends `${string}at` ? Date | null : Row[Name] };

/** The same row with its moments in ISO 8601. */
function withTimes<Row extends object>(found: StoredRow<Row>): Row {
  const said = Object.entries(found).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(said);
}

const surveyColumns = sql.raw(`s.id, s.title,
  (select count(*)::int from survey.old_questions q where q.customer_account = s.customer_account and q.survey_id = s.id)
    as questions_count,
  (select count(*)::int from survey.old_runs n where n.customer_account = s.customer_account and n.survey_id = s.id)
    as runs_count,
  (select count(*)::int from survey.old_contacts c
    join survey.old_runs n on n.customer_account = c.customer_account and n.id = c.run_id
    where n.customer_account = s.customer_account and n.survey_id = s.id) as people_count,
  (select count(*)::int from survey.old_answers a where a.customer_account = s.customer_account and a.survey_id = s.id)
    as answers_count,
  (select min(started_at) from survey.old_runs n where n.customer_account = s.customer_account and n.survey_id = s.id)
    as started_at`);

const OldSurveyRow = z.object({
  id: z.number(),
  title: z.string(),
  questions_count: z.number(),
  runs_count: z.number(),
  people_count: z.number(),
  answers_count: z.number(),
  started_at: z.date().nullable(),
});

export async function oldSurveyPage(trx: Trx, account: string, query: Query<"oldSurveys">) {
  const page = await pageOfRows(trx, query, {
    schema: OldSurveyRow,
    select: surveyColumns,
    from: sql`survey.old_surveys s where s.customer_account = ${account}
      and (${query.q} = '' or s.title ilike ${likePattern(query.q)})`,
    order: byNumber("s.id"),
  });
  return { ...page, data: page.data.map((one) => withTimes<OldSurvey>(one)) };
}

const QuestionRow = OldSurveyDetail.shape.questions.element.omit({ answers: true });

const AnswerCount = z.object({ question_id: z.number(), answer: z.string(), count: z.number() });

/** @throws HttpError 404 */
export async function loadOldSurvey(trx: Trx, account: string, id: number): Promise<OldSurveyDetail> {
  const found = await checkedRow(
    trx,
    OldSurveyRow,
    sql`select ${surveyColumns} from survey.old_surveys s where s.customer_account = ${account} and s.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such old survey.");
  const questions = await checkedRows(
    trx,
    QuestionRow,
    sql`select q.id, q.number, q.text, q.type,
        (select count(*)::int from survey.old_answers a
          where a.customer_account = q.customer_account and a.question_id = q.id) as answers_count
      from survey.old_questions q where q.customer_account = ${account} and q.survey_id = ${id}
      order by q.number, q.id limit 500`,
  );
  const answers = await checkedRows(
    trx,
    AnswerCount,
    sql`select question_id, answer, count from (
        select question_id, min(answer) as answer, count(*)::int as count,
          row_number() over (partition by question_id order by count(*) desc, min(answer)) as place
        from survey.old_answers where customer_account = ${account} and survey_id = ${id}
        group by question_id, lower(answer)) x
      where place <= 10 order by question_id, place`,
  );
  const of = (question: number) => answers.filter(({ question_id }) => question_id === question);
  return {
    ...withTimes<OldSurvey>(found),
    questions: questions.map((question) => ({
      ...question,
      answers: of(question.id).map(({ answer, count }) => ({ answer, count })),
    })),
  };
}

const runColumns =
  sql.raw(`n.id, n.survey_id, s.title, n.name, n.channel, n.sender, n.made_at, n.started_at, n.ended_at,
  (select count(*)::int from survey.old_contacts c where c.customer_account = n.customer_account and c.run_id = n.id)
    as people_count,
  (select count(*)::int from survey.old_contacts c where c.customer_account = n.customer_account and c.run_id = n.id
    and exists (select from survey.old_answers a where a.customer_account = c.customer_account and a.contact_id = c.id))
    as answered_count,
  (select count(*)::int from survey.old_messages m where m.customer_account = n.customer_account and m.run_id = n.id)
    as messages_count`);
const runs = sql.raw(`survey.old_runs n
  join survey.old_surveys s on s.customer_account = n.customer_account and s.id = n.survey_id`);

const OldRunRow = z.object({
  id: z.number(),
  survey_id: z.number(),
  title: z.string(),
  name: z.string(),
  channel: z.enum(instanceChannels),
  sender: z.string(),
  made_at: z.date().nullable(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  people_count: z.number(),
  answered_count: z.number(),
  messages_count: z.number(),
});

export async function oldRunPage(trx: Trx, account: string, query: Query<"oldRuns">) {
  const { survey = null, state = null, channel = null } = query;
  const page = await pageOfRows(trx, query, {
    schema: OldRunRow,
    select: runColumns,
    from: sql`${runs} where n.customer_account = ${account} and (${survey}::bigint is null or n.survey_id = ${survey})
      and (${channel}::text is null or n.channel = ${channel})
      and (${state}::text is null or (n.started_at is not null) = (${state} = 'initiated'))`,
    order: byNumber("n.id"),
  });
  return { ...page, data: page.data.map((one) => withTimes<OldRun>(one)) };
}

/** @throws HttpError 404 */
export async function loadOldRun(trx: Trx, account: string, id: number): Promise<OldRunDetail> {
  const found = await checkedRow(
    trx,
    OldRunRow,
    sql`select ${runColumns} from ${runs} where n.customer_account = ${account} and n.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such old run.");
  const questions = await checkedRows(
    trx,
    OldRunDetail.shape.questions.element,
    sql`select q.id, q.number, q.text, q.type, coalesce(f.field, '') as field,
        (select count(*)::int from survey.old_answers a
          join survey.old_contacts c on c.customer_account = a.customer_account and c.id = a.contact_id
          where a.customer_account = q.customer_account and a.question_id = q.id and c.run_id = ${id}) as answers_count
      from survey.old_questions q
      left join survey.old_fields f
        on f.customer_account = q.customer_account and f.question_id = q.id and f.run_id = ${id}
      where q.customer_account = ${account} and q.survey_id = ${found.survey_id} order by q.number, q.id limit 500`,
  );
  const by_status = await checkedRows(
    trx,
    OldRunDetail.shape.by_status.element,
    sql`select status, count(*)::int as count from survey.old_contacts
      where customer_account = ${account} and run_id = ${id} group by status order by 2 desc, 1 limit 50`,
  );
  return { ...withTimes<OldRun>(found), questions, by_status };
}

const contactColumns = sql.raw(`c.id, c.run_id, c.msisdn, c.name, c.status,
  (select count(*)::int from survey.old_answers a where a.customer_account = c.customer_account and a.contact_id = c.id)
    as answers_count`);
const asImported = orderBy("c.id", [keyColumn("bigint", "c.id")], true);

export async function oldContactPage(trx: Trx, account: string, run: number, query: Query<"oldContacts">) {
  await loadOldRun(trx, account, run);
  const like = likePattern(query.q);
  return pageOfRows(trx, query, {
    schema: OldContact,
    select: contactColumns,
    from: sql`survey.old_contacts c where c.customer_account = ${account} and c.run_id = ${run}
      and (${query.q} = '' or c.name ilike ${like} or c.msisdn like ${likePattern(query.q.replace(/[\s+]/g, "").replace(/^0/, ""))})`,
    order: asImported,
  });
}

const answerColumns = sql.raw(`a.id, c.run_id, n.name as run, a.contact_id, c.msisdn, c.name, q.text as question,
  a.answer, a.at`);
const answers = sql.raw(`survey.old_answers a
  join survey.old_contacts c on c.customer_account = a.customer_account and c.id = a.contact_id
  join survey.old_runs n on n.customer_account = c.customer_account and n.id = c.run_id
  join survey.old_questions q on q.customer_account = a.customer_account and q.id = a.question_id`);

const OldAnswerRow = z.object({
  id: z.number(),
  run_id: z.number(),
  run: z.string(),
  contact_id: z.number(),
  msisdn: z.string(),
  name: z.string(),
  question: z.string(),
  answer: z.string(),
  at: z.date().nullable(),
});

export async function oldAnswerPage(trx: Trx, account: string, survey: number, query: Query<"oldAnswers">) {
  await loadOldSurvey(trx, account, survey);
  const { run = null, question = null } = query;
  const page = await pageOfRows(trx, query, {
    schema: OldAnswerRow,
    select: answerColumns,
    from: sql`${answers} where a.customer_account = ${account} and a.survey_id = ${survey}
      and (${run}::bigint is null or c.run_id = ${run}) and (${question}::bigint is null or a.question_id = ${question})`,
    order: orderBy("a.id", [keyColumn("bigint", "a.id")], true),
  });
  return { ...page, data: page.data.map((one) => withTimes<OldAnswer>(one)) };
}

const messageColumns = sql.raw(`m.id, m.run_id, n.name as run, m.contact_id, c.msisdn, c.name, m.channel, m.incoming,
  m.text, m.status, m.at`);
const messages = sql.raw(`survey.old_messages m
  join survey.old_contacts c on c.customer_account = m.customer_account and c.id = m.contact_id
  join survey.old_runs n on n.customer_account = m.customer_account and n.id = m.run_id`);

const OldMessageRow = z.object({
  id: z.number(),
  run_id: z.number(),
  run: z.string(),
  contact_id: z.number(),
  msisdn: z.string(),
  name: z.string(),
  channel: z.enum(instanceChannels),
  incoming: z.boolean(),
  text: z.string(),
  status: z.string(),
  at: z.date().nullable(),
});

export async function oldMessagePage(trx: Trx, account: string, query: Query<"oldMessages">) {
  const { instance = null, channel = null } = query;
  const page = await pageOfRows(trx, query, {
    schema: OldMessageRow,
    select: messageColumns,
    from: sql`${messages} where m.customer_account = ${account} and (${instance}::bigint is null or m.run_id = ${instance})
      and (${channel}::text is null or m.channel = ${channel})`,
    order: byNumber("m.id"),
  });
  return { ...page, data: page.data.map((one) => withTimes<OldMessage>(one)) };
}

const OldContactRow = OldContact.extend(OldContactDetail.pick({ title: true, survey_id: true, run: true }).shape);

/** @throws HttpError 404 */
export async function loadOldContact(trx: Trx, account: string, id: number): Promise<OldContactDetail> {
  const found = await checkedRow(
    trx,
    OldContactRow,
    sql`select ${contactColumns}, n.name as run, s.title, n.survey_id from survey.old_contacts c
      join survey.old_runs n on n.customer_account = c.customer_account and n.id = c.run_id
      join survey.old_surveys s on s.customer_account = n.customer_account and s.id = n.survey_id
      where c.customer_account = ${account} and c.id = ${id}`,
  );
  if (!found) throw new HttpError(404, "There is no such person in the old surveys.");
  const answered = await checkedRows(
    trx,
    OldAnswerRow,
    sql`select ${answerColumns} from ${answers} where a.customer_account = ${account} and a.contact_id = ${id}
      order by q.number, q.id limit 500`,
  );
  const said = await checkedRows(
    trx,
    OldMessageRow,
    sql`select ${messageColumns} from ${messages} where m.customer_account = ${account} and m.contact_id = ${id}
      order by m.at, m.id limit 500`,
  );
  return {
    ...found,
    answers: answered.map((one) => withTimes<OldAnswer>(one)),
    messages: said.map((one) => withTimes<OldMessage>(one)),
  };
}
