import { sql } from "kysely";
import { isAsked, type SurveyQuestion, textIn } from "../../../rules/survey/graph";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { json, rows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { AnswerFields } from "../contract.instances";
import { findSurvey, loadVersion } from "../store/surveys";
import { findInstance } from "./store";

export type AnswerFieldCalls = "answerFields" | "setAnswerFields";

/** The calls that say which fields of contacts get answers. */
export function answerFieldHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, AnswerFieldCalls> {
  return {
    async answerFields({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadFields(trx, account, params.id)) };
    },
    async setAnswerFields({ params, body }, { account }) {
      const after = await inAccount(db, account, async (trx) => {
        await saveFields(trx, account, params.id, body.data);
        return loadFields(trx, account, params.id);
      });
      return { status: 201, body: after };
    },
  };
}

/** The questions that an instance asks. @throws HttpError 404 */
async function listAsked(trx: Trx, account: string, id: number, lock = false) {
  const found = await findInstance(trx, account, id, lock);
  const on = await findSurvey(trx, account, found.uuid);
  const graph = await loadVersion(trx, account, found.survey_id, found.version || on.version);
  return { questions: graph.questions.filter(isAsked), language: found.language, languages: graph.languages };
}

async function loadFields(trx: Trx, account: string, id: number): Promise<AnswerFields> {
  const { questions, language, languages } = await listAsked(trx, account, id);
  const mapped = await rows<{ question_id: number; field: string }>(
    trx,
    sql`select question_id, field from survey.answer_fields where customer_account = ${account} and instance_id = ${id}`,
  );
  const field = (question: SurveyQuestion) =>
    mapped.find(({ question_id }) => question_id === question.id)?.field ?? "";
  return {
    data: questions.map((question) => ({
      ...{ question_id: question.id, text: textIn(question.text, language, languages) },
      field: field(question),
    })),
  };
}

/** @throws HttpError 422 for a question that is not asked, and for a field that two questions share */
async function saveFields(
  trx: Trx,
  account: string,
  id: number,
  wanted: readonly { question_id: number; field: string }[],
): Promise<void> {
  const { questions } = await listAsked(trx, account, id, true);
  const errors: Record<string, string[]> = {};
  const used = wanted.filter(({ field }) => field !== "");
  for (const [at, { question_id, field }] of wanted.entries()) {
    const first = wanted.findIndex((one) => one.field === field);
    if (!questions.some((question) => question.id === question_id))
      errors[`data.${at}.question_id`] = ["There is no such question."];
    if (field !== "" && first < at) errors[`data.${at}.field`] = ["Another question has this field."];
    if (wanted.findIndex((one) => one.question_id === question_id) < at)
      errors[`data.${at}.question_id`] = ["This question is named twice."];
  }
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
  await sql`delete from survey.answer_fields where customer_account = ${account} and instance_id = ${id}`.execute(trx);
  await sql`
    insert into survey.answer_fields (customer_account, instance_id, question_id, field)
    select ${account}, ${id}, x.question_id, x.field
    from jsonb_to_recordset(${json(used)}) as x (question_id bigint, field text)`.execute(trx);
}
