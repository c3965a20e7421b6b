// /crm/settings/sequences/:id/steps/new - a step at the end of a sequence (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { type StepKind, stepKinds } from "../../rules/sequences";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { fetchSenders, loadSequence } from "./sequences/sequence.server";
import { StepDrawer, StepFields } from "./sequences/step-drawer";
import { atFields, fetchTemplateChoice, stepBody } from "./sequences/whatsapp-step.server";

const path = "/crm/settings/sequences/:id/steps/new";

const titles: Record<StepKind, string> = {
  email: "New email",
  sms: "New SMS",
  whatsapp: "New WhatsApp message",
  task: "New task",
};

function kindFrom(url: URL): StepKind {
  return stepKinds.find((kind) => kind === url.searchParams.get("kind")) ?? "task";
}

export const loader = page(path, async ({ api, params, url }) => {
  const kind = kindFrom(url);
  const [sequence, senders, template] = await Promise.all([
    loadSequence(api, params.id),
    fetchSenders(api, kind),
    kind === "whatsapp" ? fetchTemplateChoice(api, url) : undefined,
  ]);
  return { id: sequence.id, kind, senders, template };
});

export const action = act(path, StepFields, async ({ api, params, url, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const answer = await api.crm.addSequenceStep({ params: { id }, body: stepBody(value, kindFrom(url)) });
  return answer.status === 201
    ? done(from, href("/crm/settings/sequences/:id", { id }), "Step added")
    : refuse(atFields(answer.body, value.keys));
});

export default function NewStep() {
  const { id, kind, senders, template } = useLoaderData<typeof loader>();
  return (
    <StepDrawer
      key={kind}
      title={titles[kind]}
      submitLabel="Add the step"
      close={href("/crm/settings/sequences/:id", { id })}
      kind={kind}
      senders={senders}
      template={template}
      last={useActionData<typeof action>()}
    />
  );
}
