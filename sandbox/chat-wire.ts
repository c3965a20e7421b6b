import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { isLoopback } from "../services/kit/address";
import { fetchOutside, type OutsidePolicy } from "../services/kit/outside";

/** One line of a talk between a customer on the network and the business. */
export type Line = { id: string; from: "customer" | "business"; text: string; file?: string; at: Date; gone?: true };
/** A customer on the network, as their phone shows them. */
export type Customer = { id: string; name: string; lines: Line[]; blocked: boolean };

/** May be changed at any time. */
export type ChatMoods = {
  /** What the next sends meet. */
  send: "accept" | "fail" | "wait" | "silent";
  /** Milliseconds before a webhook is posted, and how many times it is. */
  hookMs: number;
  hookTimes: number;
};

const toUs: OutsidePolicy = { seconds: 15, allow: isLoopback };

/** Posts a webhook as the networks do: again after a moment when nobody takes it. @returns the last status */
export async function postHook(
  url: string,
  body: string,
  headers: Record<string, string>,
  moods: ChatMoods,
): Promise<number> {
  if (moods.hookMs > 0) await new Promise((resolve) => setTimeout(resolve, moods.hookMs).unref());
  let last = 0;
  for (let n = 0; n < moods.hookTimes; n++) {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    last = await fetchOutside(url, init, toUs).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
  }
  return last;
}

/** Listens on loopback; port 0 takes a free one. */
export async function listenOn(app: Hono, port = 0) {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A customer by id, made when new; the talk that moved last comes first. */
export function customerIn(customers: Map<string, Customer>, id: string, name = ""): Customer {
  const found = customers.get(id) ?? { id, name: name || id, lines: [], blocked: false };
  if (name) found.name = name;
  customers.delete(id);
  customers.set(id, found);
  return found;
}
