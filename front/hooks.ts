import { Hono } from "hono";
import { bytesOf } from "../rules/form-bounds";
import { clientKey } from "../services/kit/address";
import { tokenBucket } from "../services/kit/limits";
import type { Hooks } from "../services/social/hooks";
import type { GateEnv } from "./proxies";

/** Meta posts up to 3 MB. */
const maxBytes = 3_000_000;
export const hookBodies = { "/callbacks/whatsapp": maxBytes, "/callbacks/facebook": maxBytes };
/** How a network proves itself; `asks`: it asks first whether the address is ours, as Meta does. */
const webhookProofs = {
  telegram: { proof: "x-telegram-bot-api-secret-token", asks: false },
  whatsapp: { proof: "x-hub-signature-256", asks: true },
  facebook: { proof: "x-hub-signature-256", asks: true },
} as const;
const networks = Object.keys(webhookProofs) as (keyof typeof webhookProofs)[];
const asking = networks.filter((name) => webhookProofs[name].asks);
const shape = /^[\w-]{32}$/;

/**
 * The door of the chat networks: POST /callbacks/<network>/<random id>, proved over the raw bytes, stored, answered; a
 * job does the rest. GET is Meta's question whether the address is ours.
 */
export function hookDoor(hooks: Hooks, log: { error(fields: object, message: string): void }) {
  const app = new Hono<GateEnv>();
  // Whoever guesses addresses is slowed down; a network that knows its own never waits.
  const guesses = tokenBucket({ burst: 30, perSecond: 1 });

  for (const network of asking)
    app.get(`/${network}/:hook`, async (c) => {
      const [hook, token] = [c.req.param("hook"), c.req.query("hub.verify_token") ?? ""];
      const challenge = c.req.query("hub.challenge") ?? "";
      const right = c.req.query("hub.mode") === "subscribe" && shape.test(hook) && challenge.length <= 200;
      if (right && (await hooks.verify(network, hook, token))) return c.text(challenge);
      return c.text("The verify token is not the one of this address.", 403);
    });

  for (const network of networks)
    app.post(`/${network}/:hook`, async (c) => {
      const hook = c.req.param("hook");
      const raw = await bytesOf(c.req.raw.body, maxBytes);
      if (raw === undefined) return c.text("Too large", 413);
      const given = shape.test(hook)
        ? await hooks.receive(network, hook, c.req.header(webhookProofs[network].proof), raw)
        : "unknown";
      if (given === "stored") return c.text("");
      log.error({ network, bytes: raw.byteLength, given }, "a webhook was turned away");
      if (given === "refused") return c.text("Not signed as it should be", 401);
      const decision = guesses.take(clientKey(c.get("address")));
      return decision.allowed
        ? c.text("Unknown", 404)
        : c.text("Too many requests", 429, { "retry-after": String(decision.retryAfter) });
    });
  return app;
}
