import type { TimerClock } from "./clock";

/** The pause after the carrier said that it is too much; longer each time that it was too short. */
export function throttlingPause(options: { backoffMs: number; backoffMaxMs: number }, clock: TimerClock) {
  let until = Number.NEGATIVE_INFINITY;
  let backoff = 0;
  return {
    /** Milliseconds that are left of it. */
    left: (now: number) => Math.max(0, until - now),
    /** It is not clear yet that the pause was long enough. */
    isProbing: () => backoff > 0,
    /** The carrier said that one written at this moment was too much. */
    throttled(writtenAt: number): void {
      // One burst brings many refusals; only one for a message sent after the last pause means that it was too short.
      if (writtenAt < until) return;
      backoff = backoff === 0 ? options.backoffMs : Math.min(backoff * 2, options.backoffMaxMs);
      until = clock.now() + backoff;
    },
    /** It had another answer to one written at this moment. */
    accepted(writtenAt: number): void {
      if (writtenAt >= until) backoff = 0;
    },
  };
}
