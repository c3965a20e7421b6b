import type { StepKind } from "../../../rules/sequences";
import { mayOpen, type Viewer } from "../../access";
import type { Choice } from "../../kit/ui/field";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";

type Api = Admitted<Path>["api"];

/** One sequence with its steps. @throws Response 404 */
export async function loadSequence(api: Api, id: string) {
  return expectStatus(await api.crm.sequence({ params: { id: Number(id) || 0 } }), 200);
}

/** A sequence with the step of the address. @throws Response 404 */
export async function loadSequenceStep(api: Api, { id, step }: { id: string; step: string }) {
  const sequence = await loadSequence(api, id);
  const found = sequence.steps.find((one) => String(one.id) === step);
  if (!found) throw new Response("There is no such step.", { status: 404 });
  return { sequence, step: found };
}

/** The kinds of steps that the viewer may add: messages only where they may send some. */
export function stepKindsFor(viewer: Viewer): StepKind[] {
  return [
    ...(mayOpen(viewer, routeFor("/email/single")) ? (["email"] as const) : []),
    ...(mayOpen(viewer, routeFor("/sms/send")) ? (["sms"] as const) : []),
    ...(mayOpen(viewer, routeFor("/whatsapp/inboxes/broadcasts")) ? (["whatsapp"] as const) : []),
    "task",
  ];
}

/** Whom an email or an SMS can be from. */
export async function fetchSenders(api: Api, kind: StepKind): Promise<Choice[]> {
  if (kind === "task" || kind === "whatsapp") return [];
  if (kind === "sms") {
    const answer = await api.messaging.senders({});
    return answer.status === 200 ? answer.body.data.map(({ sender }) => ({ value: sender, label: sender })) : [];
  }
  const answer = await api.email.senders({});
  if (answer.status !== 200) return [];
  return answer.body.data
    .filter(({ usable }) => usable)
    .map(({ name, address }) => ({ value: address, label: `${name}, ${address}` }));
}
