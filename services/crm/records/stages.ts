import { sql } from "kysely";
import type { z } from "zod";
import { pipelineKinds, type RecordKind, usualPipeline, usualStages } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { countCap } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { RecordStage } from "../contract.records";

/** A stage without how many records are in it. */
const StageSettings = RecordStage.omit({ records: true });
export type StageSettings = z.infer<typeof StageSettings>;

const stageColumns = sql.raw(`s.id, s.name, s.category, s.rank, s.probability, s.rot_days, s.pipeline_id,
  coalesce(p.name, '') as pipeline, s.required_fields`);

const stagesFrom = sql.raw(`crm.stages s
  left join crm.pipelines p on p.customer_account = s.customer_account and p.id = s.pipeline_id`);

/** The stages of a kind in the order of their pipelines. `batched` where nothing waits behind them. */
export function listStages(
  trx: Trx,
  account: string,
  kind: RecordKind,
  options: { batched?: boolean } = {},
): Promise<RecordStage[]> {
  return checkedRows(
    trx,
    RecordStage,
    sql`
    select ${stageColumns},
      (select count(*) from (select from crm.records l
        where l.customer_account = s.customer_account and l.stage_id = s.id limit ${sql.lit(countCap)}) counted)::int as records
    from ${stagesFrom} where s.customer_account = ${account} and s.kind = ${kind} order by p.rank, p.id, s.rank, s.id`,
    options,
  );
}

/** The same without counting records, which in large stages is most of the time. */
export function listStageSettings(
  trx: Trx,
  account: string,
  kind: RecordKind,
  options: { batched?: boolean } = {},
): Promise<StageSettings[]> {
  return checkedRows(
    trx,
    StageSettings,
    sql`select ${stageColumns} from ${stagesFrom}
      where s.customer_account = ${account} and s.kind = ${kind} order by p.rank, p.id, s.rank, s.id`,
    options,
  );
}

/** The stages of one pipeline: the first unless another is named. */
export function pipelineStages<Stage extends StageSettings>(
  stages: readonly Stage[],
  pipeline: number | null | undefined,
): Stage[] {
  const wanted = pipeline ?? stages[0]?.pipeline_id ?? null;
  return stages.filter(({ pipeline_id }) => pipeline_id === wanted);
}

/** The stages to put records into: those of the account, which begins with the usual ones. */
export async function ensureStages(trx: Trx, account: string, kind: RecordKind): Promise<StageSettings[]> {
  const found = await listStageSettings(trx, account, kind);
  if (found.length > 0) return found;
  // Two who add the first one at once: the second waits and finds the stages of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.stages ${account} ${kind}`}, 0))`.execute(trx);
  const meanwhile = await listStageSettings(trx, account, kind);
  if (meanwhile.length > 0) return meanwhile;
  await addUsualStages(trx, account, kind, await ensurePipeline(trx, account, kind));
  return listStageSettings(trx, account, kind);
}

export async function addUsualStages(trx: Trx, account: string, kind: RecordKind, pipeline_id: number | null) {
  const stages = usualStages[kind].map((stage, index) => ({
    ...stage,
    ...{ kind, pipeline_id, customer_account: account, rank: index + 1 },
  }));
  await trx.insertInto("crm.stages").values(stages).execute();
  await sql`insert into crm.duplicate_scans (customer_account, finished_at) values (${account}, now())
    on conflict do nothing`.execute(trx);
  await markRotting(trx, account, stages);
}

/** The first pipeline of a kind, made where there is none; null for contacts, which have none. */
export async function ensurePipeline(trx: Trx, account: string, kind: RecordKind): Promise<number | null> {
  if (!pipelineKinds.some((one) => one === kind)) return null;
  const found = await checkedRow(
    trx,
    IdRow,
    sql`select id from crm.pipelines where customer_account = ${account} and kind = ${kind} order by rank, id limit 1`,
  );
  if (found) return found.id;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.pipelines (customer_account, kind, name, rank) values (${account}, ${kind}, ${usualPipeline}, 1)
      returning id`,
  );
  return made?.id ?? null;
}

/** An account in which records may wait too long is looked at by the reminders. */
export async function markRotting(trx: Trx, account: string, stages: readonly { rot_days: number | null }[]) {
  if (stages.every(({ rot_days }) => rot_days === null)) return;
  await sql`insert into crm.rotting_accounts (customer_account) values (${account}) on conflict do nothing`.execute(
    trx,
  );
}
