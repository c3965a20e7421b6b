import { Hono } from "hono";
import { channels, webhookNames } from "../rules/channels";
import { readBytes } from "../rules/form-bounds";
import { clientKey } from "../services/kit/address";
import { tokenBucket } from "../services/kit/limits";
import type { Hooks } from "../services/social/hooks";
import type { GateEnv } from "./proxies";

const limited = webhookNames.flatMap((name) => {
  const { maxBytes } = channels[name].webhook ?? {};
  return maxBytes === undefined ? [] : [[`/callbacks/${name}`, maxBytes] as const];
});
/** Bytes that a network may post, by its path. */
export const hookBodies: Readonly<Record<string, number>> = Object.fromEntries(limited);
const maxBytes = Math.max(...limited.map(([, bytes]) => bytes));
const verifying = webhookNames.filter((name) => channels[name].webhook?.verifies);
const challenging = webhookNames.filter((name) => channels[name].webhook?.challenges);
/** A challenge as X makes them. Nothing that could be a body of its own: the answer is a signature of these bytes. */
const challengeShape = /^[\w+/=-]{1,200}$/;
const shape = /^[\w-]{32}$/;

/**
 * The door of the chat networks: POST /callbacks/<network>/<random id>, proved over the raw bytes, stored, answered; a
 * job does the rest. GET is Meta's or X's question whether the address is ours.
 */
export function hookDoor(hooks: Hooks, log: { error(fields: object, message: string): void }) {
  const app = new Hono<GateEnv>();
  // Whoever guesses addresses is slowed down; a network that knows its own never waits.
  const guesses = tokenBucket({ burst: 30, perSecond: 1 });

  for (const network of verifying)
    app.get(`/${network}/:hook`, async (c) => {
      const [hook, token] = [c.req.param("hook"), c.req.query("hub.verify_token") ?? ""];
      const challenge = c.req.query("hub.challenge") ?? "";
      const right = c.req.query("hub.mode") === "subscribe" && shape.test(hook) && challenge.length <= 200;
      if (right && (await hooks.verify(network, hook, token))) return c.text(challenge);
      return c.text("The verify token is not the one of this address.", 403);
    });

  for (const network of challenging)
    app.get(`/${network}/:hook`, async (c) => {
      const [hook, token] = [c.req.param("hook"), c.req.query("crc_token") ?? ""];
      const right = shape.test(hook) && challengeShape.test(token);
      const response_token = right ? await hooks.challenge(network, hook, token) : undefined;
      return response_token === undefined ? c.text("Unknown", 404) : c.json({ response_token });
    });

  for (const network of webhookNames)
    app.post(`/${network}/:hook`, async (c) => {
      const hook = c.req.param("hook");
      const raw = await readBytes(c.req.raw.body, maxBytes);
      if (raw === undefined) return c.text("Too large", 413);
      const given = shape.test(hook)
        ? await hooks.receive(network, hook, c.req.header(channels[network].webhook?.proofHeader ?? ""), raw)
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
