/** Milliseconds between two tries of what goes on by itself. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Resolves when the next try is due: after a growing wait, or as soon as the network is back or `sooner` is called. */
export function nextTry(
  tries: number,
  signal?: AbortSignal | null,
  sooner?: (wake: () => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(wake, waits[Math.min(tries, waits.length) - 1]);
    window.addEventListener("online", wake);
    signal?.addEventListener("abort", stop);
    sooner?.(wake);
    function clear() {
      window.clearTimeout(timer);
      window.removeEventListener("online", wake);
      signal?.removeEventListener("abort", stop);
    }
    function wake() {
      clear();
      resolve();
    }
    function stop() {
      clear();
      reject(signal?.reason);
    }
  });
}
