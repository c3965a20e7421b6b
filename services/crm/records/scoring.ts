import { sql } from "kysely";
import { type ScoredRecord, type ScoreRule, scoreParts, sumScore } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { bigints, rows } from "../../kit/rows";
import { type RecordRow, recordColumns, recordsFrom } from "./rows";

/** The rules of an account, in the order in which they were made. */
export function listRules(trx: Trx, account: string): Promise<ScoreRule[]> {
  return rows<ScoreRule>(
    trx,
    sql`select id, property, operator, value, points from crm.score_rules where customer_account = ${account} order by id`,
  );
}

function scored(row: RecordRow): ScoredRecord {
  const { name, company, phone, email, source, value_cents, stage, category } = row;
  return { name, company, phone, email, source, value: value_cents, stage, category };
}

/** The rules that a lead matches, by their place among the rules. */
export function matchedRules(rules: readonly ScoreRule[], row: RecordRow) {
  return scoreParts(rules, scored(row));
}

const batch = 1_000;

/** Scores leads again: those of these ids, or all of the account. */
export async function scoreAgain(trx: Trx, account: string, ids?: readonly number[]): Promise<void> {
  const rules = await listRules(trx, account);
  if (rules.length === 0) {
    await sql`update crm.records set score = 0 where customer_account = ${account} and score <> 0
      and (${ids === undefined} or id = any(${bigints(ids ?? [])}))`.execute(trx);
    return;
  }
  let last = 0;
  for (;;) {
    const found = await rows<RecordRow>(
      trx,
      sql`select ${recordColumns} from ${recordsFrom} where l.customer_account = ${account} and l.id > ${last}
        and (${ids === undefined} or l.id = any(${bigints(ids ?? [])})) order by l.id limit ${batch}`,
    );
    const changed = found
      .map((row) => ({ id: row.id, score: sumScore(rules, scored(row)), before: row.score }))
      .filter(({ score, before }) => score !== before);
    if (changed.length > 0)
      await sql`
        update crm.records l set score = x.score
        from json_to_recordset(${JSON.stringify(changed)}::json) as x (id bigint, score int)
        where l.customer_account = ${account} and l.id = x.id`.execute(trx);
    last = found.at(-1)?.id ?? last;
    if (found.length < batch) return;
  }
}
