import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** The custom fields of leads, which a form can ask: without them nothing could be saved of a form that asks some. */
export async function fetchLeadFields(api: Admitted<Path>["api"]) {
  return expectStatus(await api.crm.customFields({ query: { kind: "lead" } }), 200).data;
}
