import { sql } from "kysely";
import { z } from "zod";
import type { SurveyAnswers } from "../../../rules/survey/graph";
import { matchingQuotas, type SurveyQuota } from "../../../rules/survey/quotas";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { StoredConditions } from "../store/quotas";

const QuotaRow = z.object({ id: z.number(), conditions: StoredConditions, limit: z.number(), count: z.number() });

/**
 * Whether one of the limits that the answers belong to is full; if none is and the response is complete, it is counted.
 * @param without surveys that have no limits, and whether none can be added before the transaction is over
 */
export async function isQuotaFull(
  trx: Trx,
  account: string,
  survey: number,
  counted: SurveyAnswers,
  complete: boolean,
  without?: Map<number, boolean>,
): Promise<boolean> {
  const locked = without?.get(survey);
  if (locked || (locked === false && !complete)) return false;
  if (complete) await lockAgainstNewLimits(trx, account, survey);
  const quotas = await listLimits(trx, account, survey, complete);
  if (quotas.length === 0) without?.set(survey, complete);
  const mine = matchingQuotas(quotas, counted);
  if (mine.some(isFull)) return true;
  if (complete) await addTaken(trx, account, mine, 1);
  return false;
}

/**
 * A completed response leaves the limits that its answers belonged to for those that they belong to now. Answers whether it
 * did: where it would enter one that is full, nothing changes.
 */
export async function moveQuotas(
  trx: Trx,
  account: string,
  survey: number,
  before: SurveyAnswers,
  after: SurveyAnswers,
): Promise<boolean> {
  await lockAgainstNewLimits(trx, account, survey);
  const quotas = await listLimits(trx, account, survey, true);
  const [old, now] = [matchingQuotas(quotas, before), matchingQuotas(quotas, after)];
  const entered = now.filter((quota) => !old.includes(quota));
  if (entered.some(isFull)) return false;
  await addTaken(trx, account, entered, 1);
  await addTaken(
    trx,
    account,
    old.filter((quota) => !now.includes(quota)),
    -1,
  );
  return true;
}

/** Limits are set under the survey's lock. */
async function lockAgainstNewLimits(trx: Trx, account: string, survey: number): Promise<void> {
  await sql`select 1 from survey.surveys where customer_account = ${account} and id = ${survey} for share`.execute(trx);
}

/** The limits of a survey, always in the same order. @param lock until the end of the transaction */
export function listLimits(trx: Trx, account: string, survey: number, lock = false): Promise<SurveyQuota[]> {
  return checkedRows(
    trx,
    QuotaRow,
    sql`select id, conditions, max_count as limit, taken as count from survey.quotas
      where customer_account = ${account} and survey_id = ${survey} order by id ${lock ? sql`for update` : sql``}`,
  );
}

function isFull({ count, limit }: SurveyQuota): boolean {
  return count >= limit;
}

async function addTaken(trx: Trx, account: string, quotas: readonly SurveyQuota[], step: 1 | -1): Promise<void> {
  if (quotas.length === 0) return;
  await sql`update survey.quotas set taken = greatest(0, taken + ${step}::int)
    where customer_account = ${account} and id = any(${bigints(quotas.map(({ id }) => id))})`.execute(trx);
}
