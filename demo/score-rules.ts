import { sql } from "kysely";
import type { ScoreRule } from "../rules/crm-score";
import type { Trx } from "../services/kit/database";

const rules: Omit<ScoreRule, "id">[] = [
  { property: "source", operator: "is", value: "Referral", points: 30, fades: false },
  { property: "company", operator: "is set", value: "", points: 15, fades: false },
  { property: "value", operator: "is at least", value: "250000", points: 25, fades: false },
  { property: "email", operator: "is set", value: "", points: 5, fades: false },
  { property: "source", operator: "is", value: "Facebook", points: -10, fades: false },
  { property: "active", operator: "is in the last days", value: "14", points: 20, fades: true },
];

/** The rules of the demo's scores, which are counted again each day. */
export async function addScoreRules(trx: Trx, customer_account: string): Promise<ScoreRule[]> {
  await trx.insertInto("crm.dated_scores").values({ customer_account, scored_on: sql`current_date` }).execute();
  const made = await trx
    .insertInto("crm.score_rules")
    .values(rules.map((rule) => ({ ...rule, customer_account })))
    .returning(["id", "property", "operator", "value", "points", "fades"])
    .execute();
  return made as ScoreRule[];
}
