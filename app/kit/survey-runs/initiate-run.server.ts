import { z } from "zod";
import { href } from "../../href";
import { done } from "../../shell/page.server";
import { typedText } from "../typed-fields";
import type { RunBase } from "./base";
import { parseRunId, type RunPost } from "./run.server";

export const SeenCost = z.object({ most_cents: typedText });

/** Starts a run at the cost that was seen. */
export async function initiateRun(
  base: RunBase,
  { api, params, value, refuse, from }: RunPost<z.output<typeof SeenCost>>,
) {
  const id = parseRunId(params.id);
  const answer = await api.survey.dispatchInstance({ params: { id }, body: { most_cents: value.most_cents } });
  return answer.status === 201 ? done(from, href(base, { id }), "The run has started") : refuse(answer.body);
}
