// A carrier counts what arrives, not what left: one per cent of room keeps the network's own jitter from making one
// second hold one message too many, and leaves the average at 0.99 of the cap.
const secondMs = 1010;
// How much of a second may be made up for after the process was held up elsewhere.
const slackMs = 100;

/**
 * An exact cap of `perSecond` (0 = none): in no sliding second are there more takes than that, and they are spread over
 * the second rather than sent in one burst. `take` counts one and returns 0, or returns the milliseconds to wait.
 */
export function pace(perSecond: number): (now: number) => number {
  if (perSecond <= 0) return () => 0;
  const recent = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  const gap = 1000 / perSecond;
  let oldest = 0;
  let due = Number.NEGATIVE_INFINITY;
  return function take(now) {
    const free = Math.max((recent[oldest] ?? 0) + secondMs, due);
    if (free > now) return free - now;
    recent[oldest] = now;
    oldest = (oldest + 1) % perSecond;
    due = Math.max(due, now - slackMs) + gap;
    return 0;
  };
}
