import { sql } from "kysely";
import { kindWords, type PipelineKind, sayRecords } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { countCap } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import { Pipeline, type pipelineCalls } from "../contract.pipelines";
import { addUsualStages } from "../records/stages";

/** An account with more would find none of them. */
const maxPipelines = 20;

/** The calls about pipelines. */
export function pipelineHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, keyof typeof pipelineCalls> {
  const changing = <T>(account: string, name: string, change: (trx: Trx) => Promise<T>) =>
    inAccount(db, account, change).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      const words = `There is a pipeline named ${name} already.`;
      throw new HttpError(422, words, { name: [words] });
    });

  return {
    async pipelines(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listPipelines(trx, account)) } };
    },
    async createPipeline({ body: { kind, name } }, caller) {
      const { account } = caller;
      const made = await changing(account, name, async (trx) => {
        const id = await insertPipeline(trx, account, kind, name);
        await addUsualStages(trx, account, kind, id);
        await note(trx, caller, id, "Pipeline added", `${name} was added for ${kindWords[kind][1]}.`);
        return findPipeline(trx, account, id);
      });
      return { status: 201, body: made };
    },
    async updatePipeline({ params: { id }, body: { name, first } }, caller) {
      const { account } = caller;
      const changed = await changing(account, name, async (trx) => {
        const before = await findPipeline(trx, account, id);
        await sql`
          update crm.pipelines set name = ${name}, rank = case when ${first} then (
              select coalesce(min(rank), 1) - 1 from crm.pipelines
              where customer_account = ${account} and kind = ${before.kind}) else rank end
          where customer_account = ${account} and id = ${id}`.execute(trx);
        await note(trx, caller, id, "Pipeline changed", `${before.name} was changed.`);
        return findPipeline(trx, account, id);
      });
      return { status: 201, body: changed };
    },
    async deletePipeline({ params: { id } }, caller) {
      const { account } = caller;
      const name = await inAccount(db, account, (trx) => removePipeline(trx, caller, id));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
  };
}

function listPipelines(trx: Trx, account: string): Promise<Pipeline[]> {
  return checkedRows(
    trx,
    Pipeline,
    sql`select p.id, p.kind, p.name, p.rank,
        (select count(*) from crm.stages s where s.customer_account = ${account} and s.pipeline_id = p.id)::int as stages,
        (select count(*) from (
          select from crm.stages s join crm.records l on l.customer_account = ${account} and l.stage_id = s.id
          where s.customer_account = ${account} and s.pipeline_id = p.id limit ${sql.lit(countCap)}) counted)::int as records
      from crm.pipelines p where p.customer_account = ${account} order by p.kind desc, p.rank, p.id`,
  );
}

/** @throws HttpError 404 */
async function findPipeline(trx: Trx, account: string, id: number): Promise<Pipeline> {
  const found = (await listPipelines(trx, account)).find((one) => one.id === id);
  if (!found) throw new HttpError(404, "There is no such pipeline.");
  return found;
}

/** @throws HttpError 422 */
async function insertPipeline(trx: Trx, account: string, kind: PipelineKind, name: string): Promise<number> {
  const there = (await listPipelines(trx, account)).filter((one) => one.kind === kind);
  if (there.length >= maxPipelines) throw new HttpError(422, `There are at most ${maxPipelines} pipelines of a kind.`);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.pipelines (customer_account, kind, name, rank)
      values (${account}, ${kind}, ${name}, ${Math.max(0, ...there.map(({ rank }) => rank)) + 1}) returning id`,
  );
  return made?.id ?? 0;
}

/** Answers its name. @throws HttpError 404, 422 */
async function removePipeline(trx: Trx, caller: CallContext, id: number): Promise<string> {
  const { account } = caller;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm.pipelines ${account}`}, 0))`.execute(trx);
  const { kind, name, records } = await findPipeline(trx, account, id);
  const many = kindWords[kind][1];
  if (records > 0) throw new HttpError(422, `Move its ${sayRecords(kind, records)} to another pipeline first.`);
  if ((await listPipelines(trx, account)).filter((other) => other.kind === kind).length === 1)
    throw new HttpError(422, `It is the only pipeline of ${many}.`);
  await sql`delete from crm.stages where customer_account = ${account} and pipeline_id = ${id}`.execute(trx);
  await sql`delete from crm.pipelines where customer_account = ${account} and id = ${id}`.execute(trx);
  await note(trx, caller, id, "Pipeline deleted", `${name} was deleted.`);
  return name;
}

async function note(
  trx: Trx,
  caller: CallContext,
  id: number,
  action: "Pipeline added" | "Pipeline changed" | "Pipeline deleted",
  description: string,
): Promise<void> {
  const about = { subject: "pipeline", subject_id: String(id), description } as const;
  await recordActivity(trx, caller.account, activityActor(caller), { action, ...about });
}
