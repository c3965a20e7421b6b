import type { RecordKind } from "../../../rules/crm";
import { maxBulkRecords } from "../../../rules/crm-bulk";
import type { BulkRecordChange, ItemChangeForm } from "../../../services/crm/contract.bulk";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { Problem } from "../../../services/kit/contract";
import type { BulkOutcome, ListRequest, UndoOutcome } from "../../kit/lists/definition";

type ChangeAnswer =
  | {
      status: 200;
      body: { change_id: number | null; changed: number[]; refused: { id: number; reason: string }[] };
    }
  | { status: Exclude<number, 200>; body: Problem };

type Row = { id: number; name: string };

/** What became of a change of these rows. */
export function changeOutcome(rows: readonly Row[], answer: ChangeAnswer): BulkOutcome {
  const { body } = answer;
  if (!("changed" in body)) return { done: [], refused: rows.map(({ name }) => ({ name, reason: body.message })) };
  const { change_id, changed, refused } = body;
  return {
    done: changed.map(String),
    unchanged: rows.length - changed.length - refused.length,
    refused: refused.map(({ id, reason }) => ({ name: rows.find((row) => row.id === id)?.name ?? "", reason })),
    undo: change_id === null ? [] : [String(change_id)],
  };
}

/** Changes rows in parts, as many at once as one call takes; what became of all of them. */
async function changeInParts(
  rows: readonly Row[],
  change: (ids: number[]) => Promise<ChangeAnswer>,
): Promise<BulkOutcome> {
  const outcome: Required<BulkOutcome> = { done: [], unchanged: 0, refused: [], undo: [] };
  for (let at = 0; at < rows.length; at += maxBulkRecords) {
    const part = rows.slice(at, at + maxBulkRecords);
    const { done, unchanged = 0, refused, undo = [] } = changeOutcome(part, await change(part.map(({ id }) => id)));
    outcome.done.push(...done);
    outcome.unchanged += unchanged;
    outcome.refused.push(...refused);
    outcome.undo = [...outcome.undo, ...undo];
  }
  return outcome;
}

/** Changes the records of a list. */
export function changeRecords(
  { api }: Pick<ListRequest, "api">,
  kind: RecordKind,
  rows: readonly CrmRecord[],
  change: BulkRecordChange,
): Promise<BulkOutcome> {
  return changeInParts(rows, (records) => api.crm.changeRecords({ body: { type: kind, records, change } }));
}

type Item<R> = { id(row: R): number; called(row: R): string };

/** Changes tasks, appointments, people of sequences or organisations of a list. */
export function changeItems<R>(
  { api }: Pick<ListRequest, "api">,
  rows: readonly R[],
  { id, called }: Item<NoInfer<R>>,
  change: ItemChangeForm,
): Promise<BulkOutcome> {
  const named = rows.map((row) => ({ id: id(row), name: called(row) }));
  return changeInParts(named, (items) => api.crm.changeItems({ body: { items, change } }));
}

/** Undoes changes by their ids: each record that no one has changed since says again what it said before. */
export async function undoChanges(
  { api }: Pick<ListRequest, "api">,
  ids: readonly string[],
): Promise<Problem | UndoOutcome> {
  const outcome = { restored: 0, left: 0 };
  for (const id of ids) {
    const answer = await api.crm.undoBulkChange({ params: { id: Number(id) || 0 } });
    if (answer.status !== 200) return answer.body;
    outcome.restored += answer.body.restored;
    outcome.left += answer.body.left;
  }
  return outcome;
}
