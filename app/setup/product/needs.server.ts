import type { ProductNeed, ProductTile } from "../../../services/billing/contract.products";
import type { ServiceClients } from "../../../services/modules";
import { missingAccess, type Viewer } from "../../access";
import type {} from "../../shell/context.server";
import { allRoutes } from "../../sitemap";

/** Something a product needs to work. `done` is null where its service does not say: it is away, or the viewer may not ask. */
export type Need = { what: string; to: string | null; done: boolean | null };

type Check = (api: ServiceClients, viewer: Viewer) => Promise<boolean | null>;

/** How each need is told from the account's data. */
const checks: Record<ProductNeed["check"], Check> = {
  async sender(api) {
    const answer = await api.messaging.senderData({ query: { status: "approved", per_page: 1 } });
    return answer.status === 200 ? answer.body.total > 0 : null;
  },
  async balance(api, { billing_customer_id }) {
    const answer = await api.billing.balance({ params: { billing_customer_id } });
    return answer.status === 200 ? answer.body > 0 : null;
  },
  async channel(api) {
    const answer = await api.chat.inboxes({});
    return answer.status === 200 ? answer.body.data.some(({ active }) => active) : null;
  },
  async number(api) {
    const answer = await api.whatsapp.numbers({});
    return answer.status === 200 ? answer.body.data.some(({ active }) => active) : null;
  },
  async domain(api) {
    const answer = await api.email.domains({});
    return answer.status === 200 ? answer.body.data.some(({ proved }) => proved) : null;
  },
  async group(api) {
    const answer = await api.ticketing.groups({});
    return answer.status === 200 ? answer.body.data.some(({ members }) => members.length > 0) : null;
  },
};

/** What a product needs, each with its state and the page where it is done, when the viewer may open that. */
export function listNeeds(
  api: ServiceClients,
  viewer: Viewer,
  { needs }: ProductTile,
  present: string,
): Promise<Need[]> {
  return Promise.all(
    needs.map(async ({ what, url, check }) => {
      const route = allRoutes.find(({ path }) => path === url);
      const open = route !== undefined && url !== present && !missingAccess(viewer, route);
      const done = await checks[check](api, viewer).catch(refusedAsUnknown);
      return { what, to: open ? url : null, done };
    }),
  );
}

/** One need that can't be told leaves the others alone; what the shell throws (sign in first) goes on. */
function refusedAsUnknown(error: unknown): null {
  if (error instanceof Response) throw error;
  return null;
}
