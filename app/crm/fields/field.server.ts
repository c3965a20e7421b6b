import type { CustomField } from "../../../services/crm/contract.fields";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** The custom field of the address. @throws Response 404 */
export async function loadField(api: Admitted<Path>["api"], id: string): Promise<CustomField> {
  const fields = expectStatus(await api.crm.customFields({ query: {} }), 200).data;
  const field = fields.find((one) => String(one.id) === id);
  if (!field) throw new Response("There is no such field.", { status: 404 });
  return field;
}
