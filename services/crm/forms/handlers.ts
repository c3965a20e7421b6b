import type { z } from "zod";
import { customId } from "../../../rules/crm-field-conditions";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { formCalls, LeadFormBody, LeadFormDetail } from "../contract.forms";
import type { CrmDeps } from "../deps";
import { recordActor } from "../records/actor";
import { listManagers } from "../records/managers";
import { listFields } from "../values/store";
import { insertForm, listForms, loadForm, updateForm } from "./store";

type Body = z.output<typeof LeadFormBody>;

/** @throws HttpError 422 where a custom field is not one of leads */
async function mustBeFields(trx: Trx, account: string, { fields }: Pick<Body, "fields">): Promise<void> {
  const ids = fields.flatMap(({ field }) => customId(field) ?? []);
  if (ids.length === 0) return;
  const known = (await listFields(trx, account, "lead")).map(({ id }) => id);
  if (ids.every((id) => known.includes(id))) return;
  const words = "There is no such field of leads. Choose others.";
  throw new HttpError(422, words, { fields: [words] });
}

/** The calls about lead forms; what visitors send is in `visitors.ts`. */
export function formHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof formCalls> {
  /** @throws HttpError 422 */
  async function save(
    caller: CallContext,
    body: Body,
    action: "Lead form added" | "Lead form changed",
    write: (trx: Trx) => Promise<number>,
  ): Promise<LeadFormDetail> {
    const { account } = caller;
    const known = new Set((await listManagers(deps, account)).map(({ id }) => id));
    if (body.manager_ids.some((id) => !known.has(id)))
      throw new HttpError(422, "Choose people of your account.", { manager_ids: ["Choose people of your account."] });
    return inAccount(db, account, async (trx) => {
      await mustBeFields(trx, account, body);
      const id = await write(trx);
      await recordActivity(trx, account, activityActor(caller), {
        ...{ action, subject: "lead form", subject_id: String(id) },
        description: `${body.name} ${action === "Lead form added" ? "was added" : "was changed"}.`,
      });
      return loadForm(trx, account, id);
    }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      const words = `There is a form named ${body.name} already.`;
      throw new HttpError(422, words, { name: [words] });
    });
  }

  return {
    async leadForms(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listForms(trx, account)) } };
    },
    async leadForm({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadForm(trx, account, params.id)) };
    },
    async createLeadForm({ body }, caller) {
      const by = recordActor(caller).name;
      const made = await save(caller, body, "Lead form added", (trx) => insertForm(trx, caller.account, body, by));
      return { status: 201, body: made };
    },
    async updateLeadForm({ params: { id }, body }, caller) {
      const changed = await save(caller, body, "Lead form changed", async (trx) => {
        await updateForm(trx, caller.account, id, body);
        return id;
      });
      return { status: 201, body: changed };
    },
  };
}
