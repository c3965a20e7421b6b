/**
 * Lets a few long works run at a time; the others wait without a database connection. The same key while it is under
 * way is the same work: a button pressed 20 times costs one connection, not all of them.
 */
export function workerPool(maxRunning: number) {
  const underWay = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return function take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const same = underWay.get(key);
    if (same !== undefined) return same as Promise<T>;
    const mine = run(work).finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}
