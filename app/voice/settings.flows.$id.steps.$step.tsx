// /voice/settings/flows/:id/steps/:step - a step of a call flow, or a new one of the kind in the address (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { speechVoiceIds } from "../../rules/speech";
import { type FlowStep, stepKindNames, stepKinds, stepKindTexts } from "../../rules/voice-flow";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { Button } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";
import { StepFieldsFor } from "./flows/step-fields";
import { heldStep, newStep, StepForms, typedStep } from "./flows/step-form";
import { loadSpeech, makeTypedSpeech } from "./sounds/speech.server";
import { madeIn, madeNotice, speechErrors, twoSounds } from "./sounds/speech-form";

const path = "/voice/settings/flows/:id/steps/:step";

export const loader = page(path, async ({ api, params, url }) => {
  const id = readRecordId(params.id);
  const [flow, speech] = await Promise.all([api.voice.callFlow({ params: { id } }), api.voice.speech({})]);
  const { draft, choices } = expectStatus(flow, 200);
  const kind = stepKinds.find((one) => one === url.searchParams.get("kind")) ?? "greeting";
  const step =
    params.step === "new" ? newStep(kind, { draft }) : draft.steps.find((one) => String(one.id) === params.step);
  if (!step) throw new Response("There is no such step.", { status: 404 });
  return { id, step: step as FlowStep, flow: { draft, choices }, isSet: expectStatus(speech, 200).isSet };
});

export const action = act(path, StepForms, async ({ api, params, value, refuse, stay, from }) => {
  const id = readRecordId(params.id);
  const step = params.step === "new" ? 0 : readRecordId(params.step);
  const back = href("/voice/settings/flows/:id", { id });
  if (value.intent === "remove") {
    const answer = await api.voice.removeFlowStep({ params: { id, step } });
    return answer.status === 201 ? done(from, back, answer.body.message, "Removed") : refuse(answer.body);
  }
  if (value.intent === "make") {
    const { made, ...refused } = await makeTypedSpeech(api.voice, value);
    return "problem" in refused ? refuse(refused.problem, { made }) : stay({ made, notice: madeNotice });
  }
  const made = await loadSpeech(api.voice, value.speech_id);
  let { sound } = value;
  if (value.words.trim() !== "") {
    if (sound > 0) return refuse(twoSounds("sound"), { made });
    const { name, words, voice, speech_id } = value;
    // The same sound again is saved once: a step that is refused below comes back with it.
    const saved = await api.voice.addSpokenSound({ body: { name, words, voice, speech_id } });
    if (saved.status !== 201) return refuse({ ...saved.body, errors: speechErrors(saved.body.errors) }, { made });
    sound = saved.body.id;
  }
  const answer = await api.voice.saveFlowStep({ params: { id }, body: typedStep({ ...value, sound }, step) });
  return answer.status === 201 ? done(from, back, "Step saved", "Saved") : refuse(answer.body, { made });
});

export default function StepDrawer() {
  const { id, step, flow, isSet } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const close = href("/voice/settings/flows/:id", { id });
  const typed = keepTyped(last, { ...heldStep(step), words: "", voice: speechVoiceIds[0] as string });
  return (
    <Drawer
      title={step.id === 0 ? `New step: ${stepKindNames[step.kind].toLowerCase()}` : step.name}
      close={close}
      foot={
        <FormFoot submitLabel="Save the step" name="intent" value="save" close={close} form="step" working={working}>
          {step.id > 0 && (
            <Button form="step" name="intent" value="remove" size="lg" variant="ghost" formNoValidate>
              Remove the step
            </Button>
          )}
        </FormFoot>
      }
    >
      <PostResult last={last} idOf={(name) => name} />
      <p className="mb-4 text-quiet">{stepKindTexts[step.kind]}.</p>
      <Form id="step" method="post" className="grid gap-5">
        <input type="hidden" name="kind" value={step.kind} />
        {/* The first button is what Enter presses. */}
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <StepFieldsFor
          {...{ kind: step.kind, step: step.id, typed, errors: fieldErrors(last), flow }}
          speech={isSet ? { made: madeIn(last), working } : undefined}
        />
      </Form>
    </Drawer>
  );
}
