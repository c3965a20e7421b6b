export type Figures = { p50: number; p95: number; p99: number; most: number };

/** Milliseconds at which so many of a hundred were there. */
export function figuresOf(times: readonly number[]): Figures {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}

/** Calls `work` so often a second, whatever became of the calls before. Answers how often it did. */
export async function paced(perSecond: number, seconds: number, work: (n: number) => void): Promise<number> {
  const began = performance.now();
  const all = perSecond * seconds;
  for (let n = 0; n < all; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    work(n);
  }
  return all;
}
