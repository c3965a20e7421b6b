import type { Chunk, ClaimedBatch, ClaimedMessage } from "./claim";
import type { Flight } from "./evaluate-answer";

/** A chunk in this worker's hands. */
export type Run = {
  chunk: Chunk;
  load: ClaimedBatch;
  /** Not handed over yet, next one last. */
  unsent: Flight[];
  /** Handed over, or handed over before and to be sent again, and not yet in the database. */
  under: number;
  /** No more of it is to be sent: paused, cancelled, stopping, or lost to another worker. */
  dropped: boolean;
  /** When the blacklist was last asked, ms of the monotonic clock. */
  checkedAt: number;
  checking: boolean;
};

export function newRun(chunk: Chunk, load: ClaimedBatch): Run {
  const unsent = load.messages.map(newFlight).reverse();
  return { chunk, load, unsent, under: 0, dropped: false, checkedAt: performance.now(), checking: false };
}

export function newFlight(message: ClaimedMessage): Flight {
  return { message, ref: message.ref, mask: 0, ids: [], attempts: 0 };
}

export function isDone(run: Run): boolean {
  return run.under === 0 && (run.dropped || run.unsent.length === 0);
}
