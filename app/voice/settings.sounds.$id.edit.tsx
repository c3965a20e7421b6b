// /voice/settings/sounds/:id/edit - another name, text or voice for a sound that was made of a text (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedText } from "../kit/typed-fields";
import { Drawer } from "../kit/ui/drawer";
import { TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";
import { readRecordId } from "../shell/record-id.server";
import { NoSpeech } from "./sounds/no-speech";
import { loadSpeech, makeTypedSpeech } from "./sounds/speech.server";
import { SpeechFields } from "./sounds/speech-fields";
import { madeIn, madeNotice, speechErrors, speechShape } from "./sounds/speech-form";

const path = "/voice/settings/sounds/:id/edit";

export const loader = page(path, async ({ api, params }) => {
  const [{ isSet }, sound] = await Promise.all([
    api.voice.speech({}).then((answer) => expectStatus(answer, 200)),
    api.voice.flowSoundLink({ params: { id: readRecordId(params.id) } }).then((answer) => expectStatus(answer, 200)),
  ]);
  if (sound.voice === "") throw new Response("This sound was uploaded: it has no text to change.", { status: 404 });
  return { isSet, sound };
});

const Fields = z.object({ intent: typedText, name: typedText, ...speechShape });

export const action = act(path, Fields, async ({ api, params, value, refuse, stay, from }) => {
  const { intent, name, ...speech } = value;
  const id = readRecordId(params.id);
  if (intent !== "save") {
    const { made, ...refused } = await makeTypedSpeech(api.voice, speech);
    return "problem" in refused ? refuse(refused.problem, { made }) : stay({ made, notice: madeNotice });
  }
  const answer = await api.voice.changeSpokenSound({ params: { id }, body: { name, ...speech } });
  if (answer.status === 201)
    return done(from, href("/voice/settings/sounds/:id", { id }), answer.body.message, "Saved");
  const errors = speechErrors(answer.body.errors);
  return refuse({ ...answer.body, errors }, { made: await loadSpeech(api.voice, speech.speech_id) });
});

export default function ChangeSound() {
  const { isSet, sound } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { id, name, words, voice, usedBy } = sound;
  const typed = keepTyped(last, { name, words, voice });
  const errors = fieldErrors(last);
  const close = href("/voice/settings/sounds/:id", { id });
  const foot = (
    <FormFoot submitLabel="Save the sound" name="intent" value="save" close={close} form="spoken" working={working} />
  );
  return (
    <Drawer title={`Change ${name}`} close={close} foot={isSet ? foot : undefined}>
      <PostResult last={last} idOf={(field) => field} />
      {isSet ? (
        <Form id="spoken" method="post" className="grid gap-5">
          {usedBy.length > 0 && (
            <p className="text-quiet">{`Used by ${usedBy.join(", ")}: calls after you save it hear the new one.`}</p>
          )}
          <TextInput
            id="name"
            name="name"
            label="Name"
            maxLength={100}
            defaultValue={typed.name}
            errors={errors.name ?? []}
          />
          <SpeechFields typed={typed} errors={errors} made={madeIn(last)} working={working} />
        </Form>
      ) : (
        <NoSpeech />
      )}
    </Drawer>
  );
}
