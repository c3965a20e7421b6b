import { sql } from "kysely";
import { categoryNames, currencies, leadCategories } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { bigints } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { LeadStage } from "../contract.leads";
import { scoreAgain } from "../records/scoring";
import { listStages } from "../records/stages";

type Calls =
  | "leadStages"
  | "createLeadStage"
  | "updateLeadStage"
  | "deleteLeadStage"
  | "rankLeadStages"
  | "categories"
  | "currencies";

const noStage = "There is no such stage.";

/** The stages of leads. */
export function stageHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, Calls> {
  return {
    async leadStages(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listStages(trx, account)) } };
    },
    async createLeadStage({ body }, caller) {
      const made = await changing(caller, body.name, (trx) =>
        trx
          .insertInto("crm.lead_stages")
          .values({
            ...body,
            customer_account: caller.account,
            rank: sql`(select coalesce(max(rank), 0) + 1 from crm.lead_stages where customer_account = ${caller.account})`,
          })
          .returning("id")
          .executeTakeFirstOrThrow(),
      );
      return { status: 201, body: made };
    },
    async updateLeadStage({ params, body }, caller) {
      const changed = await changing(caller, body.name, async (trx) => {
        const before = await findStage(trx, caller.account, params.id);
        await trx
          .updateTable("crm.lead_stages")
          .set(body)
          .where("customer_account", "=", caller.account)
          .where("id", "=", params.id)
          .execute();
        // Rules may name the stage or its category.
        await scoreAgain(trx, caller.account);
        return before;
      });
      return { status: 201, body: changed };
    },
    async deleteLeadStage({ params, query }, caller) {
      const { account } = caller;
      const name = await inAccount(db, account, (trx) => deleteStage(trx, caller, params.id, query.replace));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
    async rankLeadStages({ body }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        await sql`
          update crm.lead_stages s set rank = x.rank from unnest(${bigints(body.stages)}) with ordinality as x (id, rank)
          where s.customer_account = ${account} and s.id = x.id`.execute(trx);
        const description = "The stages of leads were put into another order.";
        const subject = { action: "Lead stages ranked", subject: "lead stage" } as const;
        await recordActivity(trx, account, activityActor(caller), { ...subject, description });
      });
      return { status: 201, body: { status: 201, message: "The stages are in this order now." } };
    },
    async categories() {
      return { status: 200, body: { data: leadCategories.map((id) => ({ id, name: categoryNames[id] })) } };
    },
    async currencies() {
      return { status: 200, body: { data: [...currencies] } };
    },
  };

  /** Makes or changes a stage, and answers it. A name that is taken is refused at its field. */
  function changing(
    caller: CallContext,
    name: string,
    change: (trx: Trx) => Promise<{ id: number; name?: string }>,
  ): Promise<LeadStage> {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const { id, name: before } = await change(trx);
      const description = before === undefined ? `${name} was added.` : `${before} was changed.`;
      const action = before === undefined ? ("Lead stage added" as const) : ("Lead stage changed" as const);
      const subject = { subject: "lead stage", subject_id: String(id) } as const;
      await recordActivity(trx, account, activityActor(caller), { action, ...subject, description });
      return findStage(trx, account, id);
    }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      const words = `There is a stage named ${name} already.`;
      throw new HttpError(422, words, { name: [words] });
    });
  }
}

async function findStage(trx: Trx, account: string, id: number): Promise<LeadStage> {
  const found = (await listStages(trx, account)).find((stage) => stage.id === id);
  if (!found) throw new HttpError(404, noStage);
  return found;
}

/** Its leads go to another stage first. Answers its name. @throws HttpError 404, 422 */
async function deleteStage(trx: Trx, caller: CallContext, id: number, replace: number | undefined): Promise<string> {
  const { account } = caller;
  const stage = await findStage(trx, account, id);
  if (stage.leads > 0) {
    if (replace === undefined || replace === id) {
      const words = `Choose the stage for its ${stage.leads.toLocaleString("en-KE")} ${stage.leads === 1 ? "lead" : "leads"}.`;
      throw new HttpError(422, words, { replace: [words] });
    }
    await findStage(trx, account, replace);
    await sql`
      update crm.leads set stage_id = ${replace}, stage_at = now(), version = version + 1
      where customer_account = ${account} and stage_id = ${id}`.execute(trx);
  }
  await sql`delete from crm.lead_stages where customer_account = ${account} and id = ${id}`.execute(trx);
  if (stage.leads > 0) await scoreAgain(trx, account);
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action: "Lead stage deleted", subject: "lead stage", subject_id: String(id) },
    description: `${stage.name} was deleted.`,
  });
  return stage.name;
}
