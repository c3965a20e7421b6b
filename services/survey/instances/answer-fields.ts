import { sql } from "kysely";
import { z } from "zod";
import { isAsked, textIn } from "../../../rules/survey/graph";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { AnswerFields, instanceCalls } from "../contract.instances";
import { findSurvey, loadVersion } from "../store/surveys";
import { findInstance } from "./store";

export type AnswerFieldCalls = "answerFields" | "setAnswerFields";

/** The calls that say which fields of contacts get answers and calculated values. */
export function answerFieldHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, AnswerFieldCalls> {
  return {
    async answerFields({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadFields(trx, account, params.id)) };
    },
    async setAnswerFields({ params, body }, { account }) {
      const after = await inAccount(db, account, async (trx) => {
        await saveFields(trx, account, params.id, body);
        return loadFields(trx, account, params.id);
      });
      return { status: 201, body: after };
    },
  };
}

type FieldsInput = z.output<typeof instanceCalls.setAnswerFields.body>;

/** The questions that an instance asks, and its calculated values. @throws HttpError 404 */
async function listAsked(trx: Trx, account: string, id: number, lock = false) {
  const found = await findInstance(trx, account, id, lock);
  const on = await findSurvey(trx, account, found.uuid);
  const graph = await loadVersion(trx, account, found.survey_id, found.version || on.version);
  const { languages, calculated } = graph;
  return { questions: graph.questions.filter(isAsked), calculated, language: found.language, languages };
}

const StoredField = z.object({
  question_id: z.number().nullable(),
  calculated_id: z.number().nullable(),
  field: z.string(),
});
type StoredField = z.infer<typeof StoredField>;

function listFields(trx: Trx, account: string, id: number): Promise<StoredField[]> {
  return checkedRows(
    trx,
    StoredField,
    sql`select question_id, calculated_id, field from survey.answer_fields
      where customer_account = ${account} and instance_id = ${id}`,
  );
}

async function loadFields(trx: Trx, account: string, id: number): Promise<AnswerFields> {
  const { questions, calculated, language, languages } = await listAsked(trx, account, id);
  const mapped = await listFields(trx, account, id);
  return {
    data: questions.map((question) => ({
      ...{ question_id: question.id, text: textIn(question.text, language, languages) },
      field: mapped.find(({ question_id }) => question_id === question.id)?.field ?? "",
    })),
    values: calculated.map((value) => ({
      ...{ calculated_id: value.id, name: value.name },
      field: mapped.find(({ calculated_id }) => calculated_id === value.id)?.field ?? "",
    })),
  };
}

/** @throws HttpError 422 for what is not in the survey, and for a field that two of them share */
async function saveFields(trx: Trx, account: string, id: number, { data, values }: FieldsInput): Promise<void> {
  const { questions, calculated } = await listAsked(trx, account, id, true);
  const kept = values ? [] : (await listFields(trx, account, id)).filter((one) => one.calculated_id !== null);
  const wanted: (StoredField & { at: string })[] = [
    ...kept.map((one) => ({ ...one, at: "" })),
    ...data.map((one, at) => ({ ...one, calculated_id: null, at: `data.${at}` })),
    ...(values ?? []).map((one, at) => ({ ...one, question_id: null, at: `values.${at}` })),
  ];
  const errors: Record<string, string[]> = {};
  for (const [place, { at, question_id, calculated_id, field }] of wanted.entries()) {
    if (at === "") continue;
    const [name, known, what] =
      calculated_id === null
        ? (["question_id", questions.some((one) => one.id === question_id), "question"] as const)
        : (["calculated_id", calculated.some((one) => one.id === calculated_id), "value"] as const);
    const before = wanted.slice(0, place);
    const shared = field === "" ? undefined : before.find((one) => one.field === field);
    if (!known) errors[`${at}.${name}`] = [`There is no such ${what}.`];
    if (shared)
      errors[`${at}.field`] = [`Another ${shared.calculated_id === null ? "question" : "value"} has this field.`];
    if (before.some((one) => one.question_id === question_id && one.calculated_id === calculated_id))
      errors[`${at}.${name}`] = [`This ${what} is named twice.`];
  }
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
  await sql`delete from survey.answer_fields where customer_account = ${account} and instance_id = ${id}`.execute(trx);
  const used = wanted.filter(({ field }) => field !== "");
  await sql`
    insert into survey.answer_fields (customer_account, instance_id, question_id, calculated_id, field)
    select ${account}, ${id}, x.question_id, x.calculated_id, x.field
    from jsonb_to_recordset(${json(used)}) as x (question_id bigint, calculated_id bigint, field text)`.execute(trx);
}
