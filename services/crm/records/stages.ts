import { sql } from "kysely";
import { type RecordKind, usualStages } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { RecordStage } from "../contract.records";

/** The stages of a kind in their order. `batched` where nothing waits behind them. */
export function listStages(
  trx: Trx,
  account: string,
  kind: RecordKind,
  options: { batched?: boolean } = {},
): Promise<RecordStage[]> {
  return rows<RecordStage>(
    trx,
    sql`
    select s.id, s.name, s.category, s.rank, s.probability, s.rot_days,
      (select count(*) from crm.records l where l.customer_account = s.customer_account and l.stage_id = s.id)::int as records
    from crm.stages s where s.customer_account = ${account} and s.kind = ${kind} order by s.rank, s.id`,
    options,
  );
}

/** The stages to put records into: those of the account, which begins with the usual ones. */
export async function ensureStages(trx: Trx, account: string, kind: RecordKind): Promise<RecordStage[]> {
  const found = await listStages(trx, account, kind);
  if (found.length > 0) return found;
  // Two who add the first one at once: the second waits and finds the stages of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.stages ${account} ${kind}`}, 0))`.execute(trx);
  const stages = usualStages[kind].map((stage, index) => ({
    ...stage,
    kind,
    customer_account: account,
    rank: index + 1,
  }));
  await trx
    .insertInto("crm.stages")
    .values(stages)
    .onConflict((on) => on.doNothing())
    .execute();
  return listStages(trx, account, kind);
}
