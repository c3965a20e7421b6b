import { Hono } from "hono";
import { readBytes } from "../rules/form-bounds";
import { clientKey } from "../services/kit/address";
import { tokenBucket } from "../services/kit/limits";
import type { GateEnv } from "./proxies";

/** Keeps the bytes for the payment that the secret belongs to, before it is answered. */
export type Receive = (secret: string, raw: Uint8Array) => Promise<"stored" | "unknown">;

/** A callback of M-Pesa has less than 1 kB. */
const maxBytes = 64_000;
const accepted = { ResultCode: 0, ResultDesc: "Accepted" };

/**
 * The door for what providers tell us of themselves, without a session: POST /callbacks/mpesa/<secret>. The secret is
 * made for one payment and told to the provider alone. What comes is stored as it is, then answered; a job reads it.
 */
export function callbackDoor({
  mpesa,
  log,
}: {
  mpesa: Receive;
  log: { error(fields: object, message: string): void };
}) {
  const app = new Hono<GateEnv>();
  // Whoever guesses secrets is slowed down; a provider that knows them never waits.
  const guesses = tokenBucket({ burst: 30, perSecond: 1 });

  app.post("/mpesa/:secret", async (c) => {
    const secret = c.req.param("secret");
    const raw = await readBytes(c.req.raw.body, maxBytes);
    if (raw === undefined) return c.json({ ResultCode: 1, ResultDesc: "Too large" }, 413);
    // 32 bytes in base64url.
    const known = /^[\w-]{43}$/.test(secret) ? await mpesa(secret, raw) : "unknown";
    if (known === "stored") return c.json(accepted);
    const decision = guesses.take(clientKey(c.get("address")));
    log.error({ bytes: raw.byteLength }, "a callback came to an address that no payment has");
    if (!decision.allowed)
      return c.json({ ResultCode: 1, ResultDesc: "Too many requests" }, 429, {
        "retry-after": String(decision.retryAfter),
      });
    return c.json({ ResultCode: 1, ResultDesc: "Unknown" }, 404);
  });

  app.all("/mpesa/:secret", (c) => c.json({ ResultCode: 1, ResultDesc: "Use POST" }, 405, { allow: "POST" }));
  return app;
}
