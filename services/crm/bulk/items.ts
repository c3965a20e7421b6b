import { sql } from "kysely";
import { type ItemChange, type ItemKind, itemChanges } from "../../../rules/crm-bulk";
import type { Trx } from "../../kit/database";
import { bigints } from "../../kit/rows";
import { type CallContext, HttpError } from "../../kit/serve";
import type { ChangedRecord, StoredRecord } from "../bulk-changes/store";
import type { ItemChangeForm } from "../contract.bulk";
import type { Task } from "../contract.tasks";
import type { RecordActor } from "../records/changes";
import { appointmentChanges } from "./appointments";
import { organisationChanges } from "./organisations";
import { sequenceChanges } from "./sequences";
import { taskChanges } from "./tasks";

/** Who changes what when; `to`: the person that the items are given to. `given`: the tasks that were, as they are then. */
export type ItemContext = { caller: CallContext; now: Date; to: RecordActor; given: Task[] };

/** What one change makes of an item, and how its undo restores that. */
export type ItemChanger = {
  /** What the item said before and what the change wrote; nothing where it is so already. @throws HttpError 403, 404, 409 */
  apply(
    trx: Trx,
    context: ItemContext,
    id: number,
    change: ItemChangeForm,
  ): Promise<{ before: object; after: object } | undefined>;
  /** Whether it was restored: not where the item says something else by now. @throws HttpError 403, 404, 409 */
  restore(trx: Trx, context: ItemContext, item: StoredRecord): Promise<boolean>;
};

const changers: Record<ItemChange, ItemChanger> = {
  ...taskChanges,
  ...appointmentChanges,
  ...sequenceChanges,
  ...organisationChanges,
};

const tables = { task: "tasks", appointment: "appointments", "sequence person": "sequence_people" } as const;

/** The records that these are about are locked before them and in one order, as whoever changes records does. */
async function lockTheirRecords(trx: Trx, account: string, kind: ItemKind, ids: readonly number[]): Promise<void> {
  if (kind === "organisation") return;
  await sql`
    select l.id from crm.records l where l.customer_account = ${account} and l.id in (
      select x.record_id from ${sql.raw(`crm.${tables[kind]}`)} x
      where x.customer_account = ${account} and x.id = any(${bigints(ids)}))
    order by l.id for no key update`.execute(trx);
}

/** Changes items one after the other. One that can't be changed so stays as it is, and says why. */
export async function changeItems(trx: Trx, context: ItemContext, items: readonly number[], change: ItemChangeForm) {
  const ids = [...new Set(items)].sort((a, b) => a - b);
  await lockTheirRecords(trx, context.caller.account, itemChanges[change.what], ids);
  const changed: ChangedRecord[] = [];
  const refused: { id: number; reason: string }[] = [];
  for (const id of ids) {
    try {
      const done = await changers[change.what].apply(trx, context, id, change);
      if (done) changed.push({ id, ...done });
    } catch (error) {
      // Whatever is refused is refused before anything is written of it.
      if (!(error instanceof HttpError)) throw error;
      refused.push({ id, reason: error.message });
    }
  }
  return { changed, refused };
}

/** Gives each item what it said before the change, unless it says something else by now. */
export async function restoreItems(trx: Trx, context: ItemContext, what: ItemChange, items: readonly StoredRecord[]) {
  const ids = items.map(({ id }) => id);
  await lockTheirRecords(trx, context.caller.account, itemChanges[what], ids);
  const outcome = { restored: 0, left: 0 };
  for (const item of items) {
    const restored = await changers[what].restore(trx, context, item).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
      // What was deleted since is no one's to restore.
      return error.status === 404 ? undefined : false;
    });
    if (restored) outcome.restored += 1;
    else if (restored === false) outcome.left += 1;
  }
  return outcome;
}
