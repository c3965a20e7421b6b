// /voice/settings/sounds/spoken - a sound that is made of a text, listened to, and saved (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { speechVoiceIds } from "../../rules/speech";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { typedText } from "../kit/typed-fields";
import { Drawer } from "../kit/ui/drawer";
import { TextInput } from "../kit/ui/field";
import { FormFoot } from "../kit/ui/form-foot";
import { act, done, expectStatus, page } from "../shell/page.server";
import { NoSpeech } from "./sounds/no-speech";
import { loadSpeech, makeTypedSpeech } from "./sounds/speech.server";
import { SpeechFields } from "./sounds/speech-fields";
import { madeIn, madeNotice, speechErrors, speechShape } from "./sounds/speech-form";

const path = "/voice/settings/sounds/spoken";
const close = href("/voice/settings/sounds");

export const loader = page(path, async ({ api }) => expectStatus(await api.voice.speech({}), 200));

const Fields = z.object({ intent: typedText, name: typedText, ...speechShape });

export const action = act(path, Fields, async ({ api, value, refuse, stay, from }) => {
  const { intent, name, ...speech } = value;
  if (intent !== "save") {
    const { made, ...refused } = await makeTypedSpeech(api.voice, speech);
    return "problem" in refused ? refuse(refused.problem, { made }) : stay({ made, notice: madeNotice });
  }
  const answer = await api.voice.addSpokenSound({ body: { name, ...speech } });
  if (answer.status === 201) return done(from, close, "Sound added", "Saved");
  const errors = speechErrors(answer.body.errors);
  return refuse({ ...answer.body, errors }, { made: await loadSpeech(api.voice, speech.speech_id) });
});

export default function SpokenSound() {
  const { isSet } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, { name: "", words: "", voice: speechVoiceIds[0] as string });
  const errors = fieldErrors(last);
  const made = madeIn(last);
  const foot = (
    <FormFoot submitLabel="Save the sound" name="intent" value="save" close={close} form="spoken" working={working} />
  );
  return (
    <Drawer title="Make a sound from a text" close={close} foot={isSet ? foot : undefined}>
      <PostResult last={last} idOf={(name) => name} />
      {isSet ? (
        <Form id="spoken" method="post" className="grid gap-5">
          <TextInput
            id="name"
            name="name"
            label="Name"
            maxLength={100}
            defaultValue={typed.name}
            errors={errors.name ?? []}
            help="Such as Welcome, or Menu in Swahili. Only your team sees it."
          />
          <SpeechFields typed={typed} errors={errors} made={made} working={working} />
        </Form>
      ) : (
        <NoSpeech />
      )}
    </Drawer>
  );
}
