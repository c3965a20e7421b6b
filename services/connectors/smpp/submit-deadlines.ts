import type { TimerClock } from "./clock";
import type { InFlight } from "./in-flight";
import type { PriorityQueue } from "./priority-queue";

type Timed = { urgent: boolean; at: number };

type Watched<T extends Timed> = {
  waiting: Pick<PriorityQueue<T>, "size" | "oldestAt" | "takeSince">;
  inFlight: Pick<InFlight<T>, "size" | "oldest">;
  /** How long one may wait for its turn, and be without an answer, milliseconds. */
  limits: { queueMs: number; responseMs: number };
  /** Its turn did not come in time; it waits no longer. */
  late(entry: T): void;
  /** The oldest in flight has had no answer in time. */
  silent(): void;
};

/**
 * Looks for submits that wait too long. Queues and window are each in the order of time, so looking at their heads is
 * enough. The timer is never longer than the shorter limit: whatever comes later cannot be due before it.
 */
export function submitDeadlines<T extends Timed>(
  { waiting, inFlight, limits, late, silent }: Watched<T>,
  clock: TimerClock,
) {
  let cancel: (() => void) | null = null;

  function look(): void {
    const now = clock.now();
    for (const entry of waiting.takeSince(now - limits.queueMs)) late(entry);
    const oldest = inFlight.oldest();
    if (oldest && oldest.at + limits.responseMs <= now) silent();
  }

  function keep(): void {
    if (cancel || inFlight.size() + waiting.size() === 0) return;
    const now = clock.now();
    const next = Math.min(
      now + Math.min(limits.responseMs, limits.queueMs),
      (inFlight.oldest()?.at ?? now) + limits.responseMs,
      waiting.oldestAt() + limits.queueMs,
    );
    cancel = clock.after(Math.max(1, Math.ceil(next - now)), () => {
      cancel = null;
      look();
      keep();
    });
  }

  return {
    /** Goes on looking for as long as anything waits. */
    keep,
    stop(): void {
      cancel?.();
      cancel = null;
    },
  };
}
