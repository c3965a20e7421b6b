import { sql } from "kysely";
import { z } from "zod";
import { answerFiltersKey } from "../../../rules/survey/answer-groups";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { excludesOther, type QuotaCondition, quotaConditionProblem, quotaFilters } from "../../../rules/survey/quotas";
import { type Database, inAccount, isDuplicate, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import type { quotaCalls } from "../contract.quotas";
import { answeredSo } from "../responses/answer-filters";
import { loadDraft } from "../store/questions";
import { loadQuotas } from "../store/quotas";
import { findSurvey } from "../store/surveys";
import { noteChange, type SurveyOwner } from "./change";

/** Limits over several questions that a survey may have. */
const maxQuotas = 200;

const Count = z.number().int();
const LimitRow = z.object({ survey: Count, title: z.string(), taken: Count });
const CountRow = z.object({ count: Count });

/** The calls of limits over several questions. */
export function quotaHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof quotaCalls> {
  /** Makes a change of limits, and answers those that there are then. */
  async function changing(caller: CallContext, change: (trx: Trx) => Promise<Pick<SurveyOwner, "survey" | "title">>) {
    const { account } = caller;
    try {
      const data = await inAccount(db, account, async (trx) => {
        const owner = await change(trx);
        await noteChange(trx, caller, owner);
        return (await loadQuotas(trx, account, owner.survey)).quota_cells;
      });
      return { status: 201 as const, body: { data } };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw wrongFields({ name: ["Another limit has this name."] });
    }
  }

  return {
    createQuotaCell: ({ body: { survey: uuid, name, max_count, conditions } }, caller) =>
      changing(caller, async (trx) => {
        const { account } = caller;
        const found = await findSurvey(trx, account, uuid, true);
        const { quota_cells } = await loadQuotas(trx, account, found.id);
        if (quota_cells.length >= maxQuotas)
          throw new HttpError(422, `A survey has at most ${maxQuotas} limits over several questions.`);
        checkConditions(await loadDraft(trx, account, found), conditions);
        const taken = await countTaken(trx, account, found.id, conditions);
        checkTarget(max_count, taken);
        await sql`
          insert into survey.quotas (customer_account, survey_id, name, conditions, max_count, taken)
          values (${account}, ${found.id}, ${name}, ${json(conditions)}, ${max_count}, ${taken})`.execute(trx);
        return { survey: found.id, title: found.title };
      }),

    updateQuotaCell: ({ params: { id }, body: { name = null, max_count } }, caller) =>
      changing(caller, async (trx) => {
        const { taken, ...owner } = await lockLimit(trx, caller.account, id);
        checkTarget(max_count, taken);
        await sql`update survey.quotas set max_count = ${max_count}, name = coalesce(${name}::text, name)
          where customer_account = ${caller.account} and id = ${id}`.execute(trx);
        return owner;
      }),

    deleteQuotaCell: ({ params: { id } }, caller) =>
      changing(caller, async (trx) => {
        const owner = await lockLimit(trx, caller.account, id);
        await sql`delete from survey.quotas where customer_account = ${caller.account} and id = ${id}`.execute(trx);
        return owner;
      }),
  };
}

/** How many completed responses match all conditions. The survey is locked. */
export async function countTaken(
  trx: Trx,
  account: string,
  survey: number,
  conditions: readonly QuotaCondition[],
): Promise<number> {
  const found = await checkedRow(
    trx,
    CountRow,
    sql`select count(*)::int as count from survey.sessions x
      where x.customer_account = ${account} and x.survey_id = ${survey} and x.listed_as = 'completed' and not x.dry_run
        ${answeredSo(answerFiltersKey(quotaFilters(conditions)))}`,
  );
  return found?.count ?? 0;
}

/**
 * A limit over several questions, with its survey locked: no response enters or leaves it meanwhile.
 * @throws HttpError 404
 */
async function lockLimit(trx: Trx, account: string, id: number): Promise<z.infer<typeof LimitRow>> {
  await sql`
    select 1 from survey.surveys s join survey.quotas q on q.customer_account = s.customer_account and q.survey_id = s.id
    where s.customer_account = ${account} and q.id = ${id} for update of s`.execute(trx);
  const found = await checkedRow(
    trx,
    LimitRow,
    sql`select s.id as survey, s.title, q.taken from survey.quotas q
      join survey.surveys s on s.customer_account = q.customer_account and s.id = q.survey_id
      where q.customer_account = ${account} and q.id = ${id} and q.name <> ''`,
  );
  if (!found) throw new HttpError(404, "There is no such limit.");
  return found;
}

/** @throws HttpError 422 for what no response could match */
function checkConditions(graph: SurveyGraph, conditions: readonly QuotaCondition[]): void {
  const errors: Record<string, string[]> = {};
  for (const [at, condition] of conditions.entries()) {
    const problem = quotaConditionProblem(graph, condition);
    const other = conditions.slice(0, at).some((before) => excludesOther(graph, before, condition));
    if (problem) errors[`conditions.${at}.group`] = [`The condition ${problem}`];
    else if (other) errors[`conditions.${at}.group`] = ["No answer matches this and another of the conditions."];
  }
  if (Object.keys(errors).length > 0) throw wrongFields(errors);
}

/** @throws HttpError 422 */
function checkTarget(max_count: number, taken: number): void {
  if (max_count < taken)
    throw wrongFields({ max_count: [`${taken.toLocaleString("en-KE")} completed responses belong to it already.`] });
}

function wrongFields(errors: Record<string, string[]>): HttpError {
  return new HttpError(422, "Please correct the marked fields.", errors);
}
