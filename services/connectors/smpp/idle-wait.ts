import type { TimerClock } from "./clock";

/** A wait for something to come to rest, which whoever may have been the last one ends. */
export function idleWait(clock: TimerClock) {
  let wake: (() => void) | null = null;
  return {
    /** Looks again. */
    check: (): void => wake?.(),
    /** Resolves when `isBusy` says no, or the time is over. */
    async until(isBusy: () => boolean, ms: number): Promise<void> {
      let over = false;
      while (isBusy() && !over) {
        await new Promise<void>((resolve) => {
          const cancel = clock.after(ms, () => {
            over = true;
            resolve();
          });
          wake = () => {
            cancel();
            resolve();
          };
        });
      }
      wake = null;
    },
  };
}
