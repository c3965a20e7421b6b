import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

type Api = Admitted<Path>["api"];

/** The organisation of the address. @throws Response 404 */
export async function fetchOrganisation(api: Api, id: string) {
  return expectStatus(await api.crm.organisation({ params: { id: Number(id) || 0 } }), 200);
}

/** The people who can have an organisation. */
export async function fetchManagers(api: Api) {
  const answer = await api.crm.salesManagers({});
  return answer.status === 200 ? answer.body.data.map(({ id, name }) => ({ value: id, label: name })) : [];
}
