import { sql } from "kysely";
import { usualLeadStages } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { LeadStage } from "../contract.leads";

/** The stages of an account in their order. `batched` where nothing waits behind them. */
export function listStages(trx: Trx, account: string, options: { batched?: boolean } = {}): Promise<LeadStage[]> {
  return rows<LeadStage>(
    trx,
    sql`
    select s.id, s.name, s.category, s.rank, s.probability, s.rot_days,
      (select count(*) from crm.leads l where l.customer_account = s.customer_account and l.stage_id = s.id)::int as leads
    from crm.lead_stages s where s.customer_account = ${account} order by s.rank, s.id`,
    options,
  );
}

/** The stages to put leads into: those of the account, which begins with the usual ones. */
export async function ensureStages(trx: Trx, account: string): Promise<LeadStage[]> {
  const found = await listStages(trx, account);
  if (found.length > 0) return found;
  // Two who add the first lead at once: the second waits and finds the stages of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.stages ${account}`}, 0))`.execute(trx);
  const stages = usualLeadStages.map((stage, index) => ({ ...stage, customer_account: account, rank: index + 1 }));
  await trx
    .insertInto("crm.lead_stages")
    .values(stages)
    .onConflict((on) => on.doNothing())
    .execute();
  return listStages(trx, account);
}
