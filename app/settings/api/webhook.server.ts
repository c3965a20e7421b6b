import type { Webhook } from "../../../services/identity/contract.webhooks";
import { id as idOf } from "../../../services/kit/contract";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** The web hook of an address; 0 is none. */
export function webhookNumber({ id }: { id: string }): { id: number } {
  return { id: idOf.safeParse(id).data ?? 0 };
}

/** The web hook that an address names, or the page that says that there is none. */
export async function webhookAt(api: Admitted<Path>["api"], params: { id: string }): Promise<Webhook> {
  return expectStatus(await api.identity.webhook({ params: webhookNumber(params) }), 200);
}
