/** Sent ahead of the pace, ms: the pump is not woken for each message. */
const aheadMs = 20;

type Pace = { speed: number /** When the next part is due, ms of the monotonic clock. */; next: number };

/** Keeps blasts to a speed of their own, parts a second. A blast without one costs nothing. */
export function blastPaces(now: () => number = () => performance.now()) {
  const paces = new Map<number, Pace>();
  return {
    /** Null: as fast as the link goes. */
    set(blast: number, speed: number | null): void {
      const pace = paces.get(blast);
      if (speed === null) paces.delete(blast);
      else if (pace) pace.speed = speed;
      else paces.set(blast, { speed, next: now() });
    },
    /** How long the next message of a blast has to wait, ms; 0: it may go. */
    waitMs(blast: number): number {
      if (paces.size === 0) return 0;
      const pace = paces.get(blast);
      if (!pace) return 0;
      const wait = pace.next - now();
      // One that is slower than before is not waited for longer than its next part takes.
      return wait > aheadMs ? Math.min(wait, Math.max(aheadMs, 1000 / pace.speed)) : 0;
    },
    sent(blast: number, parts: number): void {
      if (paces.size === 0) return;
      const pace = paces.get(blast);
      if (pace) pace.next = Math.max(pace.next, now()) + (parts / pace.speed) * 1000;
    },
    /** Forgets all blasts but these. */
    keep(blasts: readonly number[]): void {
      for (const blast of paces.keys()) if (!blasts.includes(blast)) paces.delete(blast);
    },
  };
}

export type BlastPaces = ReturnType<typeof blastPaces>;
