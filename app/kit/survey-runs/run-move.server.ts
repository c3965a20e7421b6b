import { z } from "zod";
import { href } from "../../href";
import { done } from "../../shell/page.server";
import { unknownIntent } from "../typed-fields";
import type { RunBase } from "./base";
import { parseRunId, type RunPost } from "./run.server";

export const RunMoves = z.discriminatedUnion(
  "intent",
  [z.object({ intent: z.literal("pause") }), z.object({ intent: z.literal("resume") })],
  unknownIntent,
);

const told = { pause: "The run is paused", resume: "The run goes on" } as const;

/** Pauses a run, or goes on with it. */
export async function moveRun(base: RunBase, { api, params, value, refuse, from }: RunPost<z.output<typeof RunMoves>>) {
  const id = parseRunId(params.id);
  const answer = await api.survey.moveInstance({ params: { id }, body: { move: value.intent } });
  return answer.status === 201 ? done(from, href(base, { id }), told[value.intent]) : refuse(answer.body);
}

/** Closes a run early. */
export async function closeRun(base: RunBase, { api, params, refuse, from }: RunPost<object>) {
  const id = parseRunId(params.id);
  const answer = await api.survey.moveInstance({ params: { id }, body: { move: "close" } });
  return answer.status === 201 ? done(from, href(base, { id }), "The run is closed") : refuse(answer.body);
}
