import { withAliases } from "../../rules/access";
import type { ProductTile } from "../../services/billing/contract.products";
import { lacks, type Viewer } from "../access";
import type { Ask } from "../shell/context.server";
import { lines } from "../sitemap";

/** Something a product needs to work. `done` is null where nothing can tell yet. */
export type Need = { what: string; to: string | null; done: boolean | null };

type Check = (ask: Ask, viewer: Viewer) => Promise<boolean | null>;

/** How each need is told from the account's data, by the page where it is done. */
const checks: Record<string, Check> = {
  "/sms/settings/sender": async (ask) => {
    const answer = await ask.messaging.senders({});
    return answer.status === 200 ? answer.body.data.some(({ status }) => status === "approved") : null;
  },
  "/settings/selfcare/topup": async (ask, { billing_customer_id }) => {
    const answer = await ask.billing.balance({ params: { billing_customer_id } });
    return answer.status === 200 ? answer.body > 0 : null;
  },
  "/chat/channels": async (ask) => {
    const answer = await ask.billing.chatChannels({});
    return answer.status === 200 ? answer.body.data.some(({ state }) => state === "active") : null;
  },
  "/setup": async (_, { products }) => {
    const held = withAliases(products.map(({ name }) => name));
    return held.has("SMS") || held.has("Whatsapp");
  },
};

/** What a product needs, each with its state and the page where it is done, when the viewer may open that. */
export function needsOf(ask: Ask, viewer: Viewer, { needs }: ProductTile, present: string): Promise<Need[]> {
  return Promise.all(
    needs.map(async ({ what, url }) => {
      const place = lines.find(({ path }) => path === url);
      const open = place !== undefined && url !== present && !lacks(viewer, place);
      const done = (await checks[url]?.(ask, viewer).catch(refusedAsUnknown)) ?? null;
      return { what, to: open ? url : null, done };
    }),
  );
}

/** One need that can't be told leaves the others alone; what the shell throws (sign in first) goes on. */
function refusedAsUnknown(error: unknown): null {
  if (error instanceof Response) throw error;
  return null;
}
