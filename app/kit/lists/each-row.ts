import { Trash2 } from "lucide-react";
import type { BulkAction, BulkOutcome } from "./definition";

type Answer = { status: number; body: object };

/** Does one call for each row, one after the other; a row that is gone already counts as done. */
export async function eachRow<R>(
  rows: readonly R[],
  { id, called }: { id(row: NoInfer<R>): string; called(row: NoInfer<R>): string },
  call: (row: R) => Promise<Answer>,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const row of rows) {
    const { status, body } = await call(row);
    if (status === 201 || status === 404) outcome.done.push(id(row));
    else outcome.refused.push({ name: called(row), reason: "message" in body ? String(body.message) : "" });
  }
  return outcome;
}

/** Deletes rows that can't be restored. @param what "roles" @param text what follows from it */
export function deletion<R>({ what, text, run }: { what: string; text: string; run: BulkAction<R>["run"] }) {
  return {
    name: "delete",
    label: "Delete",
    icon: Trash2,
    danger: true,
    ask: (count) => ({ title: `Delete ${count}?`, text, button: `Delete the ${what}` }),
    run,
    told: (count) => `${count} deleted.`,
  } satisfies BulkAction<R>;
}
