import { dayIn } from "../../../rules/calendar";
import { kindWords } from "../../../rules/crm";
import { bulkUndoHours, itemChangeNames, itemChanges } from "../../../rules/crm-bulk";
import type { Database, Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import {
  changeMany,
  isRecordKind,
  keepBulkChange,
  listChangedItems,
  lockBulkChange,
  lockRecords,
  markUndone,
  type StoredBulkChange,
} from "../bulk-changes/store";
import { loadZone } from "../channels/terms";
import type { crm } from "../contract";
import type { bulkCalls } from "../contract.bulk";
import { type CrmDeps, currentTime } from "../deps";
import { notifyOfOrganisations } from "../organisations/given";
import { findOrganisation } from "../organisations/store";
import { mustMay, recordActor } from "../records/actor";
import { notifyManagerOfMany } from "../records/given";
import { findManager, findManagerFor } from "../records/managers";
import { findRecord } from "../records/store";
import { findTaskOwner, tellTaskOwners } from "../tasks/tell";
import { onTakenValue } from "../values/check";
import { applyChange, type ChangeContext } from "./apply";
import { changeItems, type ItemContext, restoreItems } from "./items";
import { type UndoOutcome, undoChange } from "./undo";

/** Changes of many records at once. Each is in the history of its record, and all can be undone for a day. */
export function bulkHandlers(
  database: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof bulkCalls> {
  return {
    async changeRecords({ body: { type, records, change } }, caller) {
      const { account } = caller;
      mustMay(caller, type);
      const now = currentTime(deps);
      const context: ChangeContext = { caller, kind: type, today: "", to: { id: null, name: "" } };
      if (change.what === "sales manager" && change.sales_manager_id !== null)
        context.to = await findManagerFor(deps, account, change.sales_manager_id, type);
      if (change.what === "stage" && type === "deal") context.today = dayIn(await loadZone(deps, account), now);
      const reason = `There is no such ${kindWords[type][0]}.`;
      const apply = () =>
        changeMany(database, account, async (trx) => {
          const ids = await lockRecords(trx, account, type, records);
          const { changed, refused } = await applyChange(trx, context, ids, change);
          const by = recordActor(caller);
          const kept = { kind: type, what: change.what, by: by.name, now };
          const change_id = await keepBulkChange(trx, account, kept, changed);
          const [first] = changed;
          if (change_id !== null && first && change.what === "sales manager") {
            const record = await findRecord(trx, account, type, first.id);
            await notifyManagerOfMany(trx, account, { change_id, now, record }, { to: context.to, by });
          }
          const gone = [...new Set(records)].filter((id) => !ids.includes(id)).map((id) => ({ id, reason }));
          return { change_id, changed: changed.map(({ id }) => id), refused: [...refused, ...gone] };
        });
      return { status: 200, body: await onTakenValue(apply) };
    },
    async changeItems({ body: { items, change } }, caller) {
      const { account } = caller;
      const kind = itemChanges[change.what];
      if (kind === "organisation") mustMay(caller, "contact");
      const context: ItemContext = { caller, now: currentTime(deps), to: { id: null, name: "" }, given: [] };
      if (change.what === "task owner") context.to = await findTaskOwner(deps, caller, change.user_id);
      if (change.what === "organisation manager" && change.sales_manager_id !== null)
        context.to = await findManager(deps, account, change.sales_manager_id);
      const body = await changeMany(database, account, async (trx) => {
        const { changed, refused } = await changeItems(trx, context, items, change);
        await tellTaskOwners(trx, caller, context.given, context.now);
        const kept = { kind, what: change.what, by: recordActor(caller).name, now: context.now };
        const change_id = await keepBulkChange(trx, account, kept, changed);
        const [first] = changed;
        if (change_id !== null && first && change.what === "organisation manager") {
          const given = { count: changed.length, one: await findOrganisation(trx, account, first.id) };
          const told = { to: context.to, by: recordActor(caller), key: `change ${change_id}` };
          await notifyOfOrganisations(trx, account, given, told);
        }
        return { change_id, changed: changed.map(({ id }) => id), refused };
      });
      return { status: 200, body };
    },
    async undoBulkChange({ params: { id } }, caller) {
      const { account } = caller;
      const now = currentTime(deps);
      const undo = () =>
        changeMany(database, account, async (trx) => {
          const change = await lockBulkChange(trx, account, id);
          const { kind } = change;
          if (isRecordKind(kind)) mustMay(caller, kind);
          else if (kind === "organisation") mustMay(caller, "contact");
          if (change.undone_at !== null) throw new HttpError(409, "This change was undone already.");
          if (now.getTime() - change.at.getTime() > bulkUndoHours * 3_600_000)
            throw new HttpError(409, `A change can be undone for ${bulkUndoHours} hours. This one is older.`);
          const outcome = isRecordKind(kind)
            ? await undoChange(trx, { caller, now }, { ...change, kind })
            : await undoItems(trx, caller, change, now);
          await markUndone(trx, account, id, now);
          return outcome;
        });
      return { status: 200, body: await onTakenValue(undo) };
    },
  };
}

async function undoItems(
  trx: Trx,
  caller: CallContext,
  { id, what }: StoredBulkChange,
  now: Date,
): Promise<UndoOutcome> {
  const change = itemChangeNames.find((one) => one === what);
  if (!change) throw new Error(`${what} is no change of items`);
  const context = { caller, now, to: { id: null, name: "" }, given: [] };
  return restoreItems(trx, context, change, await listChangedItems(trx, caller.account, id));
}
