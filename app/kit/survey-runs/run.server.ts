import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Refusal, RefusalReason } from "../../shell/post.server";
import { readRecordId } from "../../shell/record-id.server";
import type { Path } from "../../sitemap";

/** The run that the URL names. @throws Response 404 */
export function parseRunId(said: string | undefined): number {
  return readRecordId(said, "run");
}

export type RunRequest = Pick<Admitted<Path>, "api"> & { params: Readonly<Record<string, string | undefined>> };

/** The run that the URL names, with how far it is. @throws Response 404 */
export async function loadRun({ api, params }: RunRequest) {
  return expectStatus(await api.survey.instance({ params: { id: parseRunId(params.id) } }), 200);
}

/** The same with what became of trying it on a phone, and the zone in which that is shown. @throws Response 404 */
export async function loadTriedRun(given: RunRequest & Pick<Admitted<Path>, "viewer">) {
  const { api, params, viewer } = given;
  const id = parseRunId(params.id);
  const [run, tried] = await Promise.all([loadRun(given), api.survey.dryRuns({ params: { id } })]);
  return { run, tried: expectStatus(tried, 200), zone: viewer.time_zone };
}

/** A form of a run, valid. */
export type RunPost<V> = RunRequest &
  Pick<Admitted<Path>, "from"> & { value: V; refuse(problem: RefusalReason): Refusal };
