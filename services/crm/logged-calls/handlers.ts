import { sql } from "kysely";
import { z } from "zod";
import { kindWords, recordKinds } from "../../../rules/crm";
import { callDirections, callOutcomeNames, callOutcomes } from "../../../rules/logged-calls";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { missing } from "../../kit/principal";
import { checked, checkedRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { LoggedCall, loggedCallCalls } from "../contract.calls";
import { crmProducts } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { writeChanges } from "../records/changes";
import { touchRecord } from "../records/touch";
import { insertTask } from "../tasks/add";

const CallRow = z.object({
  id: z.number(),
  record_id: z.number(),
  direction: z.enum(callDirections),
  at: z.date(),
  seconds: z.number().nullable(),
  outcome: z.enum(callOutcomes),
  note: z.string(),
  by_id: z.string().nullable(),
  by: z.string(),
  created_at: z.date(),
  changed_at: z.date().nullable(),
});
type CallRow = z.infer<typeof CallRow>;

const columns = sql.raw("id, record_id, direction, at, seconds, outcome, note, by_id, by, created_at, changed_at");

/** A clock that is a little ahead is no mistake. */
const clockDriftMs = 5 * 60_000;

/** Calls that people log by hand. A call is something done with the record, as a note is. */
export function loggedCallHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof loggedCallCalls> {
  return {
    async loggedCalls({ params, query }, caller) {
      const { account } = caller;
      const page = await readAccount(db, account, async (trx) => {
        await loadAbout(trx, caller, params.id);
        const from = sql`crm.logged_calls where customer_account = ${account} and record_id = ${params.id}`;
        return pageOfRows(trx, query, { schema: CallRow, select: columns, from, order: byTime("at", "id") });
      });
      return { status: 200, body: { ...page, data: checked(CallRow, page.data).map((one) => shown(one, caller)) } };
    },
    async addLoggedCall({ body: { id, follow_up, ...form } }, caller) {
      const { account } = caller;
      const by = recordActor(caller);
      const now = currentTime(deps);
      const made = await inAccount(db, account, async (trx) => {
        const record = await loadAbout(trx, caller, id, true);
        mustBePast(form.at, now);
        const call = await checkedRow(
          trx,
          CallRow,
          sql`insert into crm.logged_calls (customer_account, record_id, direction, at, seconds, outcome, note, by_id, by)
            values (${account}, ${id}, ${form.direction}, ${form.at}::timestamptz, ${form.seconds}, ${form.outcome},
              ${form.note}, ${by.id}, ${by.name}) returning ${columns}`,
        );
        if (!call) throw new Error("the call was not written");
        await touchRecord(trx, account, record, by.id);
        const title = `Call ${record.name || `this ${kindWords[record.kind][0]}`} back`.slice(0, 200);
        const note = form.note.slice(0, 2000);
        const task =
          follow_up &&
          (await insertTask(
            trx,
            caller,
            { record_id: id, title, note, ...follow_up, owner: by },
            { action: "Task added", now },
          ));
        return { call: shown(call, caller), task };
      });
      return { status: 201, body: made };
    },
    async updateLoggedCall({ params: { id }, body: form }, caller) {
      const { account } = caller;
      const changed = await inAccount(db, account, async (trx) => {
        const { record } = await loadOwn(trx, caller, id);
        mustBePast(form.at, currentTime(deps));
        const call = await checkedRow(
          trx,
          CallRow,
          sql`update crm.logged_calls set direction = ${form.direction}, at = ${form.at}::timestamptz,
              seconds = ${form.seconds}, outcome = ${form.outcome}, note = ${form.note}, changed_at = now()
            where customer_account = ${account} and id = ${id} returning ${columns}`,
        );
        if (!call) throw noCall();
        await touchRecord(trx, account, record, recordActor(caller).id);
        return shown(call, caller);
      });
      return { status: 201, body: changed };
    },
    async deleteLoggedCall({ params: { id } }, caller) {
      const { account } = caller;
      await inAccount(db, account, async (trx) => {
        const { call, record } = await loadOwn(trx, caller, id);
        await sql`delete from crm.logged_calls where customer_account = ${account} and id = ${id}`.execute(trx);
        const change = { field: "Logged call", before: callOutcomeNames[call.outcome], after: "" };
        await writeChanges(trx, account, record.kind, record.id, [change], recordActor(caller));
      });
      return { status: 201, body: { status: 201, message: "The call was deleted." } };
    },
  };
}

function noCall(): HttpError {
  return new HttpError(404, "There is no such call. Someone may have deleted it.");
}

/** @throws HttpError 422 */
function mustBePast(at: string, now: Date): void {
  if (Date.parse(at) <= now.getTime() + clockDriftMs) return;
  const words = "The call can't be in the future.";
  throw new HttpError(422, words, { at: [words] });
}

/** Whether who asks may change it: their own, or any with the permission to change the settings of the CRM. */
function mayChange({ by_id }: Pick<CallRow, "by_id">, caller: CallContext): boolean {
  const { id } = recordActor(caller);
  if (by_id !== null && by_id === id) return true;
  const { who } = caller;
  if (who.kind !== "person" || who.api_key) return false;
  return missing(who, { permissions: ["View crm settings"], products: crmProducts }) === undefined;
}

function shown({ by_id, at, created_at, changed_at, ...call }: CallRow, caller: CallContext): LoggedCall {
  return {
    ...call,
    at: at.toISOString(),
    own: mayChange({ by_id }, caller),
    created_at: created_at.toISOString(),
    changed_at: changed_at?.toISOString() ?? null,
  };
}

const CalledRecord = z.object({ id: z.number(), kind: z.enum(recordKinds), name: z.string() });
type CalledRecord = z.infer<typeof CalledRecord>;

/** The record that a call is about; `lock` keeps it from being merged meanwhile. @throws HttpError 403, 404 */
async function loadAbout(trx: Trx, caller: CallContext, id: number, lock = false): Promise<CalledRecord> {
  const found = await checkedRow(
    trx,
    CalledRecord,
    sql`select id, kind, name from crm.records where customer_account = ${caller.account} and id = ${id}
      ${lock ? sql`for key share` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
  return found;
}

/** A call that who asks may change, locked, with its record. @throws HttpError 403, 404 */
async function loadOwn(trx: Trx, caller: CallContext, id: number): Promise<{ call: CallRow; record: CalledRecord }> {
  const call = await checkedRow(
    trx,
    CallRow,
    sql`select ${columns} from crm.logged_calls where customer_account = ${caller.account} and id = ${id} for update`,
  );
  if (!call) throw noCall();
  const record = await loadAbout(trx, caller, call.record_id, true);
  if (!mayChange(call, caller)) throw new HttpError(403, "Only who logged a call can change it.");
  return { call, record };
}
