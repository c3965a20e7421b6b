import type { ActionOn } from "../../../rules/audit";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { LeadDetail, leadCalls } from "../contract.leads";
import { type CrmDeps, currentTime } from "../deps";
import { assignLead, changeLead, createLead, type LeadActor, moveLead } from "./changes";
import { leadPage, loadLead, loadPipeline } from "./store";

type Calls = Exclude<keyof typeof leadCalls, "contactNotes" | "addContactNote" | "updateContactNote">;

/** The calls of leads. Every change is in the lead's history and in the activities of the account. */
export function leadHandlers({ db }: Database, deps: CrmDeps): Pick<Handlers<typeof crm.calls>, Calls> {
  const actorOf = ({ who }: CallContext): LeadActor =>
    who.kind === "person" ? { id: who.id, name: who.name } : { id: null, name: "" };

  /** Makes a change and answers the lead as it is then. `change` says what was done; nothing: nothing was. */
  function changing(
    caller: CallContext,
    change: (
      trx: Trx,
      by: LeadActor,
    ) => Promise<{ id: number; done?: { action: ActionOn<"lead">; what: string } | undefined }>,
  ): Promise<LeadDetail> {
    const { account } = caller;
    return inAccount(db, account, async (trx) => {
      const { id, done } = await change(trx, actorOf(caller));
      const lead = await loadLead(trx, account, id, currentTime(deps));
      if (done) {
        const subject = { subject: "lead", subject_id: String(id) } as const;
        const description = `Lead ${id} ${done.what}`;
        await recordActivity(trx, account, activityActor(caller), { action: done.action, ...subject, description });
      }
      return lead;
    });
  }

  /** The person by the id, as identity knows them. @throws HttpError 422 */
  async function findManager(account: string, id: string): Promise<LeadActor> {
    const found = (await listManagers(deps, account)).find((one) => one.id === id);
    if (found) return found;
    const words = "Choose a person of your account.";
    throw new HttpError(422, words, { sales_manager_id: [words] });
  }

  return {
    async leads({ query }, { account }) {
      return {
        status: 200,
        body: await readAccount(db, account, (trx) => leadPage(trx, account, query, currentTime(deps))),
      };
    },
    async lead({ params }, { account }) {
      const lead = await readAccount(db, account, (trx) => loadLead(trx, account, params.id, currentTime(deps)));
      return { status: 200, body: lead };
    },
    async leadPipeline({ query }, { account }) {
      const stages = await readAccount(db, account, (trx) => loadPipeline(trx, account, query, currentTime(deps)));
      return { status: 200, body: { stages } };
    },
    async salesManagers(_, { account }) {
      return { status: 200, body: { data: await listManagers(deps, account) } };
    },
    async createLead({ body }, caller) {
      const made = await changing(caller, async (trx, by) => {
        const id = await createLead(trx, caller.account, body, by);
        return { id, done: { action: "Lead added", what: "was added." } };
      });
      return { status: 201, body: made };
    },
    async updateContactDetails({ params: { id }, body: { type: _, ...form } }, caller) {
      const changed = await changing(caller, async (trx, by) => {
        const changes = await changeLead(trx, caller.account, id, form, by);
        const fields = changes.map(({ field }) => field.toLowerCase()).join(", ");
        return {
          id,
          done: changes.length > 0 ? { action: "Lead changed", what: `was changed: ${fields}.` } : undefined,
        };
      });
      return { status: 201, body: changed };
    },
    async moveLead({ params: { lead_id: id }, body }, caller) {
      const moved = await changing(caller, async (trx, by) => {
        const stage = await moveLead(trx, caller.account, id, body, by);
        return { id, done: stage === undefined ? undefined : { action: "Lead moved", what: `is in ${stage} now.` } };
      });
      return { status: 201, body: moved };
    },
    async setSalesManager({ params: { id }, body }, caller) {
      const { sales_manager_id } = body;
      const to =
        sales_manager_id === null ? { id: null, name: "" } : await findManager(caller.account, sales_manager_id);
      const given = await changing(caller, async (trx, by) => {
        const done = await assignLead(trx, caller.account, id, to, by);
        const what = to.id === null ? "has no sales manager now." : `was given to ${to.name}.`;
        return { id, done: done ? { action: "Lead assigned", what } : undefined };
      });
      return { status: 201, body: given };
    },
  };
}

/** Everybody of the account who can sign in. */
async function listManagers(deps: CrmDeps, account: string): Promise<{ id: string; name: string }[]> {
  const answer = await deps.clientsOfAccount(account).identity.allMembers({ params: { account, group: "all" } });
  return answer.status === 200 ? answer.body.data.map(({ id, name }) => ({ id: String(id), name })) : [];
}
