import { sql } from "kysely";
import { z } from "zod";
import type { QuotaCondition } from "../../../rules/survey/quotas";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { StoredConditions } from "../store/quotas";
import type { CopiedIds } from "./changes";

const QuotaRow = z.object({ name: z.string(), conditions: StoredConditions, max_count: z.number() });

/** Copies the limits of a survey. No response is in those of the copy yet. */
export async function copyQuotas(
  trx: Trx,
  account: string,
  from: number,
  to: number,
  { questions, choices }: CopiedIds,
): Promise<void> {
  const found = await checkedRows(
    trx,
    QuotaRow,
    sql`select name, conditions, max_count from survey.quotas
      where customer_account = ${account} and survey_id = ${from} order by id`,
  );
  // What was deleted is the question or the choice 0, of which publishing says so.
  const copied = ({ question, group }: QuotaCondition): QuotaCondition => ({
    question: questions.get(question) ?? 0,
    group: group.kind === "choice" ? { ...group, choice: choices.get(group.choice) ?? 0 } : group,
  });
  for (const { name, conditions, max_count } of found)
    await sql`
      insert into survey.quotas (customer_account, survey_id, name, conditions, max_count)
      values (${account}, ${to}, ${name}, ${json(conditions.map(copied))}, ${max_count})`.execute(trx);
}
