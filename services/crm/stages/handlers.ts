import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { z } from "zod";
import { categoryNames, currencies, kindWords, type RecordKind, sayRecords, stageCategories } from "../../../rules/crm";
import { customId } from "../../../rules/crm-field-conditions";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { bigints, hasRows } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { RecordStage } from "../contract.records";
import type { RecordStageForm } from "../contract.settings";
import { rescore } from "../records/scoring";
import { ensurePipeline, listStages, markRotting, pipelineStages } from "../records/stages";
import { listFields } from "../values/store";

type Calls =
  | "leadStages"
  | "createLeadStage"
  | "updateLeadStage"
  | "deleteLeadStage"
  | "rankLeadStages"
  | "recordStages"
  | "createStage"
  | "updateStage"
  | "deleteStage"
  | "rankStages"
  | "setDealPipeline"
  | "categories"
  | "currencies";
type Form = z.output<typeof RecordStageForm>;
type NewForm = Form & { pipeline_id: number | null };
type StageDeed = "added" | "changed" | "deleted" | "ranked";

/** What is done to a stage, as the activities of the account call it. */
const actions = {
  lead: {
    added: "Lead stage added",
    changed: "Lead stage changed",
    deleted: "Lead stage deleted",
    ranked: "Lead stages ranked",
  },
  contact: {
    added: "Contact stage added",
    changed: "Contact stage changed",
    deleted: "Contact stage deleted",
    ranked: "Contact stages ranked",
  },
  deal: {
    added: "Deal stage added",
    changed: "Deal stage changed",
    deleted: "Deal stage deleted",
    ranked: "Deal stages ranked",
  },
} as const satisfies Record<RecordKind, Record<StageDeed, string>>;

const noStage = "There is no such stage.";

/** The stages of leads, contacts and deals. */
export function stageHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, Calls> {
  const list = async (account: string, kind: RecordKind) => ({
    status: 200 as const,
    body: { data: await readAccount(db, account, (trx) => listStages(trx, account, kind)) },
  });
  const changing = <T>(account: string, name: string, change: (trx: Trx) => Promise<T>) =>
    inAccount(db, account, change).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      const words = name === "" ? "Two stages have the same name." : `There is a stage named ${name} already.`;
      throw new HttpError(422, words, { name: [words] });
    });
  const create = async (caller: CallContext, kind: RecordKind, body: NewForm) => ({
    status: 201 as const,
    body: await changing(caller.account, body.name, (trx) => addStage(trx, caller, kind, body)),
  });
  const update = async (caller: CallContext, kind: RecordKind, id: number, body: Form) => ({
    status: 201 as const,
    body: await changing(caller.account, body.name, (trx) => changeStage(trx, caller, kind, id, body)),
  });
  const remove = async (caller: CallContext, kind: RecordKind, id: number, replace: number | undefined) => {
    const name = await inAccount(db, caller.account, (trx) => removeStage(trx, caller, kind, id, replace));
    return { status: 201 as const, body: { status: 201, message: `${name} was deleted.` } };
  };
  const rank = async (caller: CallContext, kind: RecordKind, ids: readonly number[]) => {
    await inAccount(db, caller.account, (trx) => rankStages(trx, caller, kind, ids));
    return { status: 201 as const, body: { status: 201, message: "The stages are in this order now." } };
  };

  return {
    leadStages: (_, { account }) => list(account, "lead"),
    createLeadStage: ({ body }, caller) => create(caller, "lead", body),
    updateLeadStage: ({ params, body }, caller) => update(caller, "lead", params.id, body),
    deleteLeadStage: ({ params, query }, caller) => remove(caller, "lead", params.id, query.replace),
    rankLeadStages: ({ body }, caller) => rank(caller, "lead", body.stages),
    recordStages: ({ params }, { account }) => list(account, params.kind),
    createStage: ({ params, body }, caller) => create(caller, params.kind, body),
    updateStage: ({ params, body }, caller) => update(caller, params.kind, params.id, body),
    deleteStage: ({ params, query }, caller) => remove(caller, params.kind, params.id, query.replace),
    rankStages: ({ params, body }, caller) => rank(caller, params.kind, body.stages),
    async setDealPipeline({ body }, caller) {
      const { account } = caller;
      const data = await changing(account, "", (trx) => savePipeline(trx, caller, body.stages));
      return { status: 201, body: { data } };
    },
    async categories() {
      return { status: 200, body: { data: stageCategories.map((id) => ({ id, name: categoryNames[id] })) } };
    },
    async currencies() {
      return { status: 200, body: { data: [...currencies] } };
    },
  };
}

async function findStage(trx: Trx, account: string, kind: RecordKind, id: number): Promise<RecordStage> {
  const found = (await listStages(trx, account, kind)).find((stage) => stage.id === id);
  if (!found) throw new HttpError(404, noStage);
  return found;
}

/** @throws HttpError 422 */
async function mustBePipeline(trx: Trx, account: string, kind: RecordKind, id: number): Promise<void> {
  const found = await hasRows(
    trx,
    sql`select 1 from crm.pipelines where customer_account = ${account} and kind = ${kind} and id = ${id}`,
  );
  if (!found) throw new HttpError(422, "There is no such pipeline.", { pipeline_id: ["Choose a pipeline."] });
}

/** @throws HttpError 422 where a custom field is not one of the kind */
async function mustBeFields(trx: Trx, account: string, kind: RecordKind, names: readonly string[]): Promise<void> {
  const ids = names.flatMap((name) => customId(name) ?? []);
  if (ids.length === 0) return;
  const known = (await listFields(trx, account, kind)).map(({ id }) => id);
  if (ids.every((id) => known.includes(id))) return;
  const words = `There is no such field of ${kindWords[kind][1]}. Choose others.`;
  throw new HttpError(422, words, { required_fields: [words] });
}

async function addStage(trx: Trx, caller: CallContext, kind: RecordKind, given: NewForm): Promise<RecordStage> {
  const { account } = caller;
  const { pipeline_id: chosen, ...body } = given;
  const pipeline_id = chosen ?? (await ensurePipeline(trx, account, kind));
  if (chosen !== null) await mustBePipeline(trx, account, kind, chosen);
  await mustBeFields(trx, account, kind, body.required_fields);
  const { id } = await trx
    .insertInto("crm.stages")
    .values({
      ...body,
      ...{ kind, pipeline_id, customer_account: account },
      rank: sql`(select coalesce(max(rank), 0) + 1 from crm.stages
        where customer_account = ${account} and kind = ${kind} and pipeline_id is not distinct from ${pipeline_id}::bigint)`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await markRotting(trx, account, [body]);
  await note(trx, caller, kind, id, "added", `${body.name} was added.`);
  return findStage(trx, account, kind, id);
}

/** @throws HttpError 404 */
async function changeStage(trx: Trx, caller: CallContext, kind: RecordKind, id: number, body: Form) {
  const { account } = caller;
  const before = await findStage(trx, account, kind, id);
  await mustBeFields(trx, account, kind, body.required_fields);
  await trx.updateTable("crm.stages").set(body).where("customer_account", "=", account).where("id", "=", id).execute();
  await markRotting(trx, account, [body]);
  // Rules may name the stage or its category.
  if (before.name !== body.name || before.category !== body.category) await rescore(trx, account);
  await note(trx, caller, kind, id, "changed", `${before.name} was changed.`);
  return findStage(trx, account, kind, id);
}

/** Its records go to another stage first. Answers its name. @throws HttpError 404, 422 */
async function removeStage(
  trx: Trx,
  caller: CallContext,
  kind: RecordKind,
  id: number,
  replace: number | undefined,
): Promise<string> {
  const { account } = caller;
  const stage = await findStage(trx, account, kind, id);
  if (stage.records > 0) {
    if (replace === undefined || replace === id) {
      const words = `Choose the stage for its ${sayRecords(kind, stage.records)}.`;
      throw new HttpError(422, words, { replace: [words] });
    }
    await findStage(trx, account, kind, replace);
    await sql`
      insert into crm.stage_times (customer_account, record_id, stage_id, stage, entered_at)
      select customer_account, id, stage_id, ${stage.name}, stage_at from crm.records
      where customer_account = ${account} and stage_id = ${id}`.execute(trx);
    await sql`
      update crm.records set stage_id = ${replace}, stage_at = now(), version = version + 1
      where customer_account = ${account} and stage_id = ${id}`.execute(trx);
  }
  await sql`delete from crm.stages where customer_account = ${account} and id = ${id}`.execute(trx);
  if (stage.records > 0) await rescore(trx, account);
  await note(trx, caller, kind, id, "deleted", `${stage.name} was deleted.`);
  return stage.name;
}

async function rankStages(trx: Trx, caller: CallContext, kind: RecordKind, ids: readonly number[]): Promise<void> {
  await sql`
    update crm.stages s set rank = x.rank from unnest(${bigints(ids)}) with ordinality as x (id, rank)
    where s.customer_account = ${caller.account} and s.kind = ${kind} and s.id = x.id`.execute(trx);
  await note(
    trx,
    caller,
    kind,
    undefined,
    "ranked",
    `The stages of ${kindWords[kind][1]} were put into another order.`,
  );
}

/** All stages of deals as they are to be, in their order. @throws HttpError 404, 422 */
async function savePipeline(trx: Trx, caller: CallContext, given: readonly (Form & { id: number | null })[]) {
  const { account } = caller;
  const before = pipelineStages(await listStages(trx, account, "deal"), undefined);
  for (const stage of before)
    if (!given.some(({ id }) => id === stage.id)) await removeStage(trx, caller, "deal", stage.id, undefined);
  const pipeline = before[0]?.pipeline_id ?? null;
  const ids: number[] = [];
  for (const { id, ...form } of given) {
    const known = before.find((stage) => stage.id === id);
    const same =
      known &&
      isDeepStrictEqual(
        form,
        Object.fromEntries(Object.keys(form).map((field) => [field, known[field as keyof Form]])),
      );
    if (id === null) ids.push((await addStage(trx, caller, "deal", { ...form, pipeline_id: pipeline })).id);
    else ids.push(same ? id : (await changeStage(trx, caller, "deal", id, form)).id);
  }
  await rankStages(trx, caller, "deal", ids);
  return listStages(trx, account, "deal");
}

async function note(
  trx: Trx,
  caller: CallContext,
  kind: RecordKind,
  id: number | undefined,
  deed: StageDeed,
  description: string,
): Promise<void> {
  const about = { description, ...(id === undefined ? {} : { subject_id: String(id) }) };
  const by = activityActor(caller);
  const { account } = caller;
  if (kind === "lead")
    await recordActivity(trx, account, by, { action: actions.lead[deed], subject: "lead stage", ...about });
  else if (kind === "deal")
    await recordActivity(trx, account, by, { action: actions.deal[deed], subject: "deal stage", ...about });
  else await recordActivity(trx, account, by, { action: actions.contact[deed], subject: "contact stage", ...about });
}
