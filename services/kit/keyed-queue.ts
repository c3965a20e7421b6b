/**
 * Lets one work at a time through for a key, in the order they came. Those who wait for a row's lock hold a connection
 * each, and fifty at once are more than the pool has; who waits here holds none. Other processes are kept apart by the
 * lock itself.
 */
export function keyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}
