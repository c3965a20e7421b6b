// /crm/settings/sequences/:id/steps/:step - changing a step of a sequence, and deleting it (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { Button } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { fetchSenders, loadSequenceStep } from "./sequences/sequence.server";
import { StepDrawer, StepFields } from "./sequences/step-drawer";
import { atFields, fetchTemplateChoice, stepBody } from "./sequences/whatsapp-step.server";

const path = "/crm/settings/sequences/:id/steps/:step";

export const loader = page(path, async ({ api, params, url }) => {
  const { sequence, step } = await loadSequenceStep(api, params);
  return {
    id: sequence.id,
    place: sequence.steps.indexOf(step) + 1,
    step,
    senders: await fetchSenders(api, step.kind),
    template: step.kind === "whatsapp" ? await fetchTemplateChoice(api, url, step) : undefined,
  };
});

const Fields = StepFields.extend({ intent: z.enum(["save", "delete"]).catch("save").default("save") });

export const action = act(path, Fields, async ({ api, params, value: { intent, ...said }, refuse, from }) => {
  const { step } = await loadSequenceStep(api, params);
  const there = href("/crm/settings/sequences/:id", { id: params.id });
  if (intent === "delete") {
    const answer = await api.crm.deleteSequenceStep({ params: { id: step.id } });
    return answer.status === 201 ? done(from, there, answer.body.message, "Deleted") : refuse(answer.body);
  }
  const answer = await api.crm.updateSequenceStep({ params: { id: step.id }, body: stepBody(said, step.kind) });
  return answer.status === 201 ? done(from, there, "Step saved") : refuse(atFields(answer.body, said.keys));
});

export default function ChangeStep() {
  const { id, place, step, senders, template } = useLoaderData<typeof loader>();
  const working = useNavigation().state === "submitting";
  const chosen = senders.some(({ value }) => value === step.sender);
  const gone = step.sender === "" || chosen ? [] : [{ value: step.sender, label: `${step.sender} (not usable now)` }];
  return (
    <StepDrawer
      key={step.id}
      title={`Step ${place}`}
      submitLabel="Save the step"
      close={href("/crm/settings/sequences/:id", { id })}
      kind={step.kind}
      senders={[...senders, ...gone]}
      step={step}
      template={template}
      last={useActionData<typeof action>()}
    >
      <Form method="post" className="grid gap-3 border-t border-line pt-5">
        <p className="text-sm text-quiet">If you delete it, people who wait for this step wait for the next one.</p>
        <div>
          <Button name="intent" value="delete" variant="danger-outline" icon={Trash2} working={working}>
            Delete the step
          </Button>
        </div>
      </Form>
    </StepDrawer>
  );
}
