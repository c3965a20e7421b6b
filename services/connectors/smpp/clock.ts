/** Milliseconds that only go forward, and timers. `after` returns its own cancel. Tests pass one that they turn. */
export type TimerClock = { now(): number; after(ms: number, run: () => void): () => void };

export const systemClock: TimerClock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
