import { parseRunId, type RunRequest } from "../../kit/survey-runs/run.server";
import { expectStatus } from "../../shell/page.server";

/** The old run that the URL names. @throws Response 404 */
export async function loadOldRun({ api, params }: RunRequest) {
  return expectStatus(await api.survey.oldRun({ params: { id: parseRunId(params.id) } }), 200);
}
