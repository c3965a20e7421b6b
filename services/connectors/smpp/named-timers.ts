import type { TimerClock } from "./clock";

/** Timers by name, at most one of each: setting one again puts it off. */
export function namedTimers<Name extends string>(clock: TimerClock) {
  const timers = new Map<Name, () => void>();
  return {
    after(name: Name, ms: number, run: () => void): void {
      timers.get(name)?.();
      timers.set(name, clock.after(ms, run));
    },
    cancel(...names: Name[]): void {
      for (const name of names) {
        timers.get(name)?.();
        timers.delete(name);
      }
    },
    /** It was set, and not cancelled since. */
    has: (name: Name) => timers.has(name),
  };
}
