import { sql } from "kysely";
import { z } from "zod";
import { calculatedText } from "../../../rules/survey/calculations";
import { answerText } from "../../../rules/survey/conditions";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import { AnswerColumn } from "../store/answer-column";
import { loadVersion } from "../store/surveys";

/** The job that keeps the answers and values of a session in the fields of the contact: `{ account, session_id }`. */
export const fieldsTask = "survey.fields";

/** The most of an answer that a field of a contact takes. */
const maxFieldValue = 1_000;

/** Queues the answers and values of a session that has ended, where its instance keeps some of them in contact fields. */
export async function queueFields(trx: Trx, account: string, session: number): Promise<void> {
  const kept = await hasRows(
    trx,
    sql`select 1 from survey.sessions x
      join survey.answer_fields f on f.customer_account = x.customer_account and f.instance_id = x.instance_id
      left join survey.answers a on a.customer_account = x.customer_account and a.session_id = x.id
        and a.question_id = f.question_id and a.counted
      where x.customer_account = ${account} and x.id = ${session} and not x.dry_run
        and (a.question_id is not null or x.calculated ? f.calculated_id::text) limit 1`,
  );
  if (!kept) return;
  const key = `${fieldsTask} ${account} ${session}`;
  await sendLater(trx, fieldsTask, { account, session_id: session }, { key });
}

const EndedSession = z.object({
  survey_id: z.number(),
  version: z.number(),
  language: z.string(),
  msisdn: z.string(),
  group_id: z.number().nullable(),
});
type EndedSession = z.infer<typeof EndedSession>;

/** Sets the contact fields of a session; the same again changes nothing. @throws Error where messaging gives no clear answer */
export async function saveFields(
  { db }: Database,
  deps: Pick<SurveyDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, session_id } = payload as { account: string; session_id: number };
  const found = await readAccount(db, account, async (trx) => {
    const session = await checkedRow(
      trx,
      EndedSession,
      sql`select x.survey_id, x.version, x.language, x.msisdn, i.group_id from survey.sessions x
        join survey.instances i on i.customer_account = x.customer_account and i.id = x.instance_id
        where x.customer_account = ${account} and x.id = ${session_id}`,
    );
    if (!session) return undefined;
    const answers = await listFields(trx, account, session_id, session);
    return { session, fields: { ...answers, ...(await listValueFields(trx, account, session_id)) } };
  });
  // Deleted or erased meanwhile.
  if (!found || found.session.msisdn === "" || found.session.group_id === null) return;
  const { msisdn, group_id } = found.session;
  if (Object.keys(found.fields).length === 0) return;
  const body = { group_id, msisdn, fields: found.fields };
  const answer = await deps.clientsOfAccount(account).messaging.setContactFields({ body });
  // A group that was deleted has no contacts to change.
  if (answer.status !== 200 && answer.status !== 404)
    throw new Error(`messaging answered ${answer.status}: ${answer.body.message}`);
}

const FieldRow = z.object({ question_id: z.number(), field: z.string(), answer: AnswerColumn });

/** The answers that count, in words, by the field that gets each; one that was left out changes no field. */
async function listFields(
  trx: Trx,
  account: string,
  session: number,
  { survey_id, version, language }: EndedSession,
): Promise<Record<string, string>> {
  const { questions, languages } = await loadVersion(trx, account, survey_id, version);
  const answers = await checkedRows(
    trx,
    FieldRow,
    sql`select a.question_id, f.field, a.answer from survey.answers a
      join survey.sessions x on x.customer_account = a.customer_account and x.id = a.session_id
      join survey.answer_fields f on f.customer_account = x.customer_account and f.instance_id = x.instance_id
        and f.question_id = a.question_id
      where a.customer_account = ${account} and a.session_id = ${session} and a.counted`,
  );
  const pairs = answers.flatMap(({ question_id, field, answer }) => {
    const question = questions.find(({ id }) => id === question_id);
    const text = question ? answerText(question, answer, language, languages).slice(0, maxFieldValue) : "";
    return text === "" ? [] : [[field, text] as const];
  });
  return Object.fromEntries(pairs);
}

const ValueFieldRow = z.object({ field: z.string(), number: z.number() });

/** The calculated values, as texts show them, by the field that gets each; one without a number changes no field. */
async function listValueFields(trx: Trx, account: string, session: number): Promise<Record<string, string>> {
  const values = await checkedRows(
    trx,
    ValueFieldRow,
    sql`select f.field, (x.calculated->>f.calculated_id::text)::double precision as number from survey.sessions x
      join survey.answer_fields f on f.customer_account = x.customer_account and f.instance_id = x.instance_id
        and x.calculated ? f.calculated_id::text
      where x.customer_account = ${account} and x.id = ${session}`,
  );
  return Object.fromEntries(values.map(({ field, number }) => [field, calculatedText(number)]));
}
