import type { ImportState } from "../../../rules/file-import";

export type ImportMove = "start" | "finish" | "fail" | "undo" | "forget";

/**
 * What may happen to an import in each state; what is not here is refused. A failed one has changed nothing and may
 * be started again; a finished one is only ever undone, once.
 */
export const importMoves: Record<ImportState, Partial<Record<ImportMove, ImportState | "gone">>> = {
  uploaded: { start: "running", forget: "gone" },
  running: { finish: "done", fail: "failed" },
  failed: { start: "running", forget: "gone" },
  done: { undo: "undone" },
  undone: {},
};

const reasons: Record<ImportState, string> = {
  uploaded: "This import has not been started.",
  running: "This import is running.",
  failed: "This import failed and changed nothing.",
  done: "This import is finished.",
  undone: "This import was undone.",
};

/** The state after the move, or why it is refused. */
export function moveImport(state: ImportState, move: ImportMove): { to: ImportState | "gone" } | { refused: string } {
  const to = importMoves[state][move];
  return to ? { to } : { refused: reasons[state] };
}
