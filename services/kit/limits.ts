import { performance } from "node:perf_hooks";

/** `retryAfter` in whole seconds, at least 1: what goes into the Retry-After header. */
export type Decision = { allowed: true; left: number } | { allowed: false; retryAfter: number };

/** One limit. A stored limiter (one that must survive a restart) answers a promise; the ones here answer at once. */
export type Limiter<Answer extends Decision | Promise<Decision> = Decision | Promise<Decision>> = {
  take(key: string, cost?: number): Answer;
  /** Forgets a key: a right password clears the wrong ones. */
  clear(key: string): void;
};

/**
 * `keys` bounds the memory (about 100 bytes each): beyond it the key unused for longest is forgotten. `now` in
 * milliseconds, monotonic, so that a jump of the wall clock neither frees nor locks anyone.
 */
type Bounds = { keys?: number; now?: () => number };

/** A bucket of `burst` that fills by `perSecond`: short bursts pass, a steady flood does not. */
export function tokenBucket(options: { burst: number; perSecond: number } & Bounds): Limiter<Decision> {
  const { burst, perSecond, keys = 10_000, now = () => performance.now() } = options;
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take(key, cost = 1) {
      const at = now();
      const bucket = recent(buckets, key, keys, () => ({ tokens: burst, at }));
      bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
      bucket.at = at;
      if (bucket.tokens < cost) return { allowed: false, retryAfter: wait((cost - bucket.tokens) / perSecond) };
      bucket.tokens -= cost;
      return { allowed: true, left: Math.floor(bucket.tokens) };
    },
    clear: (key) => void buckets.delete(key),
  };
}

/** At most `limit` in each window of `seconds`, which begins with the key's first use. */
export function fixedWindow(options: { limit: number; seconds: number } & Bounds): Limiter<Decision> {
  const { limit, seconds, keys = 10_000, now = () => performance.now() } = options;
  const windows = new Map<string, { used: number; until: number }>();
  return {
    take(key, cost = 1) {
      const at = now();
      const window = recent(windows, key, keys, () => ({ used: 0, until: at + seconds * 1000 }));
      if (at >= window.until) {
        window.used = 0;
        window.until = at + seconds * 1000;
      }
      if (window.used + cost > limit) return { allowed: false, retryAfter: wait((window.until - at) / 1000) };
      window.used += cost;
      return { allowed: true, left: limit - window.used };
    },
    clear: (key) => void windows.delete(key),
  };
}

function wait(seconds: number): number {
  return Math.max(1, Math.ceil(Math.min(seconds, 86_400)));
}

/** The key's value, moved to the young end of the map; makes room by dropping the old end. */
function recent<Value>(map: Map<string, Value>, key: string, keys: number, fresh: () => Value): Value {
  const known = map.get(key);
  const value = known ?? fresh();
  map.delete(key);
  map.set(key, value);
  if (map.size > keys) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  return value;
}
