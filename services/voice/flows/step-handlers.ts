import { sql } from "kysely";
import { type CallFlow, type FlowStep, flowLimits } from "../../../rules/voice-flow";
import { json } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceContext, VoiceUnitOfWork } from "../workspace/context";
import { lockFlow } from "./store";

/** The calls about the steps of a call flow. */
export function stepHandlers({
  write,
}: VoiceContext): Pick<Handlers<typeof voice.calls>, "saveFlowStep" | "removeFlowStep"> {
  return {
    async saveFlowStep({ params: { id }, body }, context) {
      const step = await write(context, async (unit) => {
        const { draft } = await lockFlow(unit, id);
        if (body.id !== 0 && !draft.steps.some((one) => one.id === body.id))
          throw new HttpError(404, "There is no such step.");
        if (body.id === 0 && draft.steps.length >= flowLimits.steps)
          throw new HttpError(422, `A call flow has at most ${flowLimits.steps} steps.`);
        const fresh = Math.max(0, ...draft.steps.map((one) => one.id)) + 1;
        const saved = { ...body, id: body.id || fresh } as FlowStep;
        const steps = body.id ? draft.steps.map((one) => (one.id === body.id ? saved : one)) : [...draft.steps, saved];
        await writeDraft(unit, id, { first: draft.first || saved.id, steps });
        return saved.id;
      });
      return { status: 201, body: { step } };
    },

    async removeFlowStep({ params: { id, step } }, context) {
      await write(context, async (unit) => {
        const { draft } = await lockFlow(unit, id);
        if (!draft.steps.some((one) => one.id === step)) throw new HttpError(404, "There is no such step.");
        const first = draft.first === step ? 0 : draft.first;
        const steps = draft.steps.filter((one) => one.id !== step).map((one) => withoutStep(one, step));
        await writeDraft(unit, id, { first, steps });
      });
      return { status: 201, body: { status: 201, message: "Step removed" } };
    },
  };
}

/** The step with nothing chosen where it led to the one that goes. */
function withoutStep(step: FlowStep, gone: number): FlowStep {
  const kept = (to: number) => (to === gone ? 0 : to);
  if (step.kind === "hours") return { ...step, open: kept(step.open), closed: kept(step.closed) };
  if (step.kind === "greeting") return { ...step, next: kept(step.next) };
  if (step.kind === "queue") return { ...step, overflow: kept(step.overflow) };
  if (step.kind === "transfer") return { ...step, otherwise: kept(step.otherwise) };
  if (step.kind !== "menu") return step;
  const keys = Object.fromEntries(Object.entries(step.keys).filter(([, to]) => to !== gone));
  return { ...step, keys, otherwise: kept(step.otherwise) };
}

async function writeDraft({ trx, account, now }: VoiceUnitOfWork, id: number, draft: CallFlow): Promise<void> {
  await sql`update voice.flows set draft = ${json(draft)}, changed_at = ${now}
    where customer_account = ${account} and id = ${id}`.execute(trx);
}
