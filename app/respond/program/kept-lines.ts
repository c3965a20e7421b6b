import type { KeptResponse } from "../../../rules/survey/kept-answers";
import type { KeptLabels } from "./kept-labels";

type KeptState = {
  kept: readonly KeptResponse[];
  kiosk: boolean;
  /** How many responses came to which end since the page was opened. */
  ended: { sent: number; closed: number; partly: number; outdated: number };
  /** Whether the person who is here waits for their answers to be sent. */
  waits: boolean;
  more: readonly string[];
};

/** What is told of kept answers, and of what became of them. */
export function keptLines(labels: KeptLabels, { kept, kiosk, ended, waits, more }: KeptState): string[] {
  return [
    waits ? (kiosk ? labels.keptOnTablet : labels.kept) : [],
    more,
    ended.closed > 0 ? labels.closed(ended.closed) : [],
    ended.outdated > 0 ? labels.outdated(ended.outdated) : [],
    ended.partly > 0 ? labels.partly(ended.partly) : [],
    kept.some(({ refused }) => refused) ? labels.refused : [],
    kept.length > 0 && (kiosk || !waits) ? labels.count(kept.length) : [],
    kept.length === 0 && ended.sent > 0 && !kiosk ? labels.sent : [],
  ].flat();
}
