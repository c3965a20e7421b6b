import { type KyselyPlugin, RawNode, sql } from "kysely";
import type { Trx } from "../../services/kit/database";

/**
 * How PostgreSQL would run each statement that the work asks for, written as SQL; none of them is run. A table of three
 * rows is read whole unless that is forbidden: what is asked is whether an index may be used.
 */
export async function plansOf(trx: Trx, work: (trx: Trx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => (RawNode.is(node) ? RawNode.create(["explain ", ""], [node]) : node),
    async transformResult({ result }) {
      plans.push(result.rows.map((row) => row["QUERY PLAN"]).join("\n"));
      return { ...result, rows: [] };
    },
  };
  await sql`set local enable_seqscan = off`.execute(trx);
  await sql`set local enable_bitmapscan = off`.execute(trx);
  await work(trx.withPlugin(explaining) as Trx);
  return plans;
}
