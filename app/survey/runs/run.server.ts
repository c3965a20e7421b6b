import { id as recordId } from "../../../services/kit/contract";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** The run that the URL names. @throws Response 404 */
export function parseRunId(said: string | undefined): number {
  const found = recordId.safeParse(said);
  if (!found.success) throw new Response("There is no such run.", { status: 404 });
  return found.data;
}

type RunRequest = Pick<Admitted<Path>, "api"> & { params: Readonly<Record<string, string | undefined>> };

/** The run that the URL names, with how far it is. @throws Response 404 */
export async function loadRun({ api, params }: RunRequest) {
  return expectStatus(await api.survey.instance({ params: { id: parseRunId(params.id) } }), 200);
}
