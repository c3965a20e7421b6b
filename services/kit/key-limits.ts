import { keyRate } from "../../rules/api-keys";
import { tokenBucket } from "./limits";
import type { Person } from "./principal";

/**
 * Takes one request from what a key may make now, and writes how much is left among the answer's headers. Answers the
 * whole seconds to wait when there is nothing left.
 */
export function keyLimiter(now?: () => number) {
  const bucket = tokenBucket({ ...keyRate, ...(now ? { now } : {}) });
  return ({ customer_account, api_key }: Person, headers: Record<string, string> = {}): number | undefined => {
    const taken = bucket.take(`${customer_account} ${api_key?.id}`);
    const left = taken.allowed ? taken.left : 0;
    headers["ratelimit-limit"] = String(keyRate.burst);
    headers["ratelimit-remaining"] = String(left);
    headers["ratelimit-reset"] = String(Math.ceil((keyRate.burst - left) / keyRate.perSecond));
    if (taken.allowed) return undefined;
    headers["retry-after"] = String(taken.retryAfter);
    return taken.retryAfter;
  };
}
