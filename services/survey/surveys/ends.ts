import { sql } from "kysely";
import type { z } from "zod";
import { calculationFault } from "../../../rules/survey/calculations";
import { comparisonProblem } from "../../../rules/survey/end-findings";
import type { CalculatedValue, EndText, SurveyGraph } from "../../../rules/survey/graph";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { bigints, json } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { endCalls } from "../contract.ends";
import { loadDraft, markEdited } from "../store/questions";
import { findSurvey, loadSurvey, type SurveyRow } from "../store/surveys";

type EndTextInput = z.output<typeof endCalls.setEndTexts.body>["data"][number];
type CalculatedInput = z.output<typeof endCalls.setCalculated.body>["data"][number];
type FieldErrors = Record<string, string[]>;

/** The calls of end texts and calculated values. */
export function endHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof endCalls> {
  async function changing(
    caller: CallContext,
    uuid: string,
    change: (trx: Trx, found: SurveyRow, graph: SurveyGraph) => Promise<void>,
  ) {
    const { account } = caller;
    const body = await inAccount(db, account, async (trx) => {
      const found = await findSurvey(trx, account, uuid, true);
      await change(trx, found, await loadDraft(trx, account, found));
      await markEdited(trx, account, found.id);
      await recordActivity(trx, account, activityActor(caller), {
        ...{ action: "Survey changed", subject: "survey", subject_id: String(found.id) },
        description: `The ends of the survey ${found.title}.`,
      });
      return loadSurvey(trx, account, uuid);
    });
    return { status: 201 as const, body };
  }

  return {
    setEndTexts: ({ params, body }, caller) =>
      changing(caller, params.uuid, (trx, found, graph) => saveEndTexts(trx, caller.account, found, graph, body.data)),
    setCalculated: ({ params, body }, caller) =>
      changing(caller, params.uuid, (trx, found, graph) =>
        saveCalculated(trx, caller.account, found, graph, body.data),
      ),
  };
}

async function saveEndTexts(
  trx: Trx,
  account: string,
  { id: survey, languages }: SurveyRow,
  graph: SurveyGraph,
  wanted: readonly EndTextInput[],
): Promise<void> {
  const errors: FieldErrors = {};
  for (const [at, one] of wanted.entries()) {
    // What broke by a change elsewhere keeps no one from changing the others; publishing says so.
    if (graph.end_texts.some((before) => isSameComparison(before, one))) continue;
    const problem = one.operand === "always" ? undefined : comparisonProblem(graph, one, graph.questions.length - 1);
    if (problem) errors[`data.${at}.value`] = [`The condition ${problem}`];
    if (one.operand !== "always" && one.asked === null && one.calculated === null)
      errors[`data.${at}.value`] = ["Choose what to compare."];
  }
  stopAt(errors);
  const main = languages[0] ?? "en";
  const known = wanted.filter(({ id }) => graph.end_texts.some((one) => one.id === id));
  await sql`delete from survey.end_texts where customer_account = ${account} and survey_id = ${survey}
    and not id = any(${bigints(known.map(({ id }) => id ?? 0))})`.execute(trx);
  for (const [at, one] of wanted.entries()) {
    const { id, outcome, asked, calculated, operand, value } = one;
    const text = { [main]: one.text };
    if (!known.includes(one)) await insertEndText(trx, account, survey, at + 1, { ...one, text });
    else
      await sql`
        update survey.end_texts set rank = ${at + 1}, outcome = ${outcome}, asked_id = ${asked},
          calculated_id = ${calculated}, operand = ${operand}, value = ${value}, text = text || ${json(text)}
        where customer_account = ${account} and survey_id = ${survey} and id = ${id}`.execute(trx);
  }
}

function isSameComparison(before: EndText, { id, asked, calculated, operand, value }: EndTextInput): boolean {
  return (
    before.id === id &&
    before.asked === asked &&
    before.calculated === calculated &&
    before.operand === operand &&
    before.value === value
  );
}

export async function insertEndText(
  trx: Trx,
  account: string,
  survey: number,
  rank: number,
  { outcome, asked, calculated, operand, value, text }: Omit<EndText, "id">,
): Promise<void> {
  await sql`
    insert into survey.end_texts (customer_account, survey_id, rank, outcome, asked_id, calculated_id, operand, value, text)
    values (${account}, ${survey}, ${rank}, ${outcome}, ${asked}, ${calculated}, ${operand}, ${value}, ${json(text)})`.execute(
    trx,
  );
}

async function saveCalculated(
  trx: Trx,
  account: string,
  { id: survey }: SurveyRow,
  graph: SurveyGraph,
  wanted: readonly CalculatedInput[],
): Promise<void> {
  stopAt(calculatedErrors(graph, wanted));
  const known = wanted.filter(({ id }) => graph.calculated.some((one) => one.id === id));
  await sql`delete from survey.calculated where customer_account = ${account} and survey_id = ${survey}
    and not id = any(${bigints(known.map(({ id }) => id ?? 0))})`.execute(trx);
  // Two may change names: none of the old ones is in the way.
  await sql`update survey.calculated set name = 'value_' || id
    where customer_account = ${account} and survey_id = ${survey}`.execute(trx);
  for (const [at, one] of wanted.entries()) {
    const { id, name, expression } = one;
    if (known.includes(one))
      await sql`update survey.calculated set rank = ${at + 1}, name = ${name}, expression = ${expression}
        where customer_account = ${account} and survey_id = ${survey} and id = ${id}`.execute(trx);
    else
      await sql`insert into survey.calculated (customer_account, survey_id, rank, name, expression)
        values (${account}, ${survey}, ${at + 1}, ${name}, ${expression})`.execute(trx);
  }
}

/** Names mean one thing, and every calculation can be read. */
function calculatedErrors(graph: SurveyGraph, wanted: readonly CalculatedInput[]): FieldErrors {
  const errors: FieldErrors = {};
  // Places stand for ids: a new one has none yet.
  const calculated: CalculatedValue[] = wanted.map(({ name, expression }, at) => ({ id: at, name, expression }));
  for (const [at, value] of calculated.entries()) {
    const before = graph.calculated.find(({ id }) => id === wanted[at]?.id);
    if (before?.name === value.name && before.expression === value.expression) continue;
    const named = graph.questions.some(({ name }) => name === value.name);
    if (named) errors[`data.${at}.name`] = ["A question has this reference."];
    if (calculated.findIndex(({ name }) => name === value.name) < at)
      errors[`data.${at}.name`] = ["Another value has this name."];
    const fault = calculationFault({ ...graph, calculated }, value);
    if (fault) errors[`data.${at}.expression`] = [`At character ${fault.at}: ${fault.why}`];
  }
  return errors;
}

function stopAt(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
}
