import type { ReactNode } from "react";

/** good: done; info: running; warn: paused, or needs a look; bad: failed; none: not begun, or called off. */
export type StatusKind = "good" | "info" | "warn" | "bad" | "none";

/** A shape and a word: the word alone carries the meaning, the shape is found faster. */
export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return <span className={`state state-${kind}`}>{children}</span>;
}
