import { z } from "zod";
import { href } from "../../href";
import { type Admitted, done, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { typedText, unknownIntent } from "../typed-fields";
import type { RunBase } from "./base";
import { loadTriedRun, parseRunId, type RunPost, type RunRequest } from "./run.server";

export const StartForms = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("start"), most_cents: typedText }),
    z.object({ intent: z.literal("dry-run"), phone: typedText }),
  ],
  unknownIntent,
);

/** What a run costs, what is in the way of it, and the number of whoever may try it. */
export async function loadStart(given: RunRequest & Pick<Admitted<Path>, "viewer">) {
  const [tried, profile] = await Promise.all([loadTriedRun(given), given.api.identity.profile()]);
  return { ...tried, phone: expectStatus(profile, 200).phone };
}

/** Starts a run at the cost that was seen, or tries it on a phone. */
export async function initiateRun(
  base: RunBase,
  { api, params, value, refuse, from }: RunPost<z.output<typeof StartForms>>,
) {
  const id = parseRunId(params.id);
  if (value.intent === "dry-run") {
    const answer = await api.survey.sendDryRun({ params: { id }, body: { phone: value.phone } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, href(`${base}/initiate-survey`, { id }), "The dry run is on its way");
  }
  const answer = await api.survey.dispatchInstance({ params: { id }, body: { most_cents: value.most_cents } });
  return answer.status === 201 ? done(from, href(base, { id }), "The run has started") : refuse(answer.body);
}
