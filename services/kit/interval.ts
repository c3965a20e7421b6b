export type IntervalLoop = {
  /** Ends the loop, and waits for the run that is under way. */
  stop(): Promise<void>;
};

/**
 * Runs the work again and again, never twice at a time: while a run is under way the next one is left out.
 * @param options.immediately the first run begins now instead of after the first interval
 */
export function startInterval(
  work: () => Promise<unknown>,
  options: { everyMs: number; immediately?: boolean; onError: (error: unknown) => void },
): IntervalLoop {
  let current: Promise<unknown> | undefined;
  const run = () => {
    current ??= work()
      .catch(options.onError)
      .finally(() => {
        current = undefined;
      });
  };
  if (options.immediately) run();
  const timer = setInterval(run, options.everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
