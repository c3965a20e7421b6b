import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** The stage of the address among those of the account. @throws Response 404 */
export async function loadStage({ api, params }: Pick<Admitted<Path>, "api" | "viewer"> & { params: { id: string } }) {
  const stages = expectStatus(await api.crm.leadStages({}), 200).data;
  const stage = stages.find(({ id }) => String(id) === params.id);
  if (!stage) throw new Response("There is no such stage.", { status: 404 });
  return { stage, stages };
}
