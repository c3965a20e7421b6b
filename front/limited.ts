import type { Context, MiddlewareHandler } from "hono";
import { clientKey } from "../services/kit/address";
import type { Limiter } from "../services/kit/limits";
import type { GateEnv } from "./proxies";

/** 429 with Retry-After when a client is over the limit; by address (IPv6: by /64) unless `key` says otherwise. */
export function limited(
  limiter: Limiter,
  key: (c: Context<GateEnv>) => string = byAddress,
): MiddlewareHandler<GateEnv> {
  return async (c, next) => {
    const decision = await limiter.take(key(c));
    if (decision.allowed) return next();
    const words = `Too many requests. Try again in ${wait(decision.retryAfter)}.`;
    return c.json({ message: words, request_id: c.get("requestId") }, 429, {
      "retry-after": String(decision.retryAfter),
    });
  };
}

function byAddress(c: Context<GateEnv>): string {
  return clientKey(c.get("address"));
}

function wait(seconds: number): string {
  if (seconds === 1) return "1 second";
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
