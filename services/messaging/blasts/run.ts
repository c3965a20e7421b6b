import type { Chunk, ClaimedBatch, ClaimedMessage } from "./claim";
import type { Flight } from "./evaluate-answer";
import type { Result } from "./record";

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

/** What became of a flight, as it is recorded. */
export function flightResult(run: Run, flight: Flight, outcome: Pick<Result, "status" | "reason" | "done">): Result {
  const { account, blast } = run.chunk;
  const { seq, msisdn, was, part_price: partPrice } = flight.message;
  const { mask, ids, sentAt = performance.now() } = flight;
  // Needed again only while a part of several is missing.
  const ref = outcome.status === "submitted" || flight.message.parts === 1 ? null : flight.ref;
  return { account, blast, seq, msisdn, was, mask, ids, sentAt, ref, partPrice, ...outcome };
}
