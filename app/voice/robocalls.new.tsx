// /voice/robocalls/new - compose a robocall: whom, which sound, which keys, when and how often
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { machineActions } from "../../rules/answering-machines";
import { showKes } from "../../rules/money";
import { weekdays } from "../../rules/outbound";
import { keyActions } from "../../rules/robocalls";
import { speechVoiceIds } from "../../rules/speech";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedList, typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, expectStatus, page } from "../shell/page.server";
import { actionWords, machineWords } from "./robocalls/robocall-labels";
import { SoundCard } from "./robocalls/sound-card";
import { loadSpeech, makeTypedSpeech } from "./sounds/speech.server";
import { madeIn, madeNotice, speechErrors, speechShape, twoSounds } from "./sounds/speech-form";

const path = "/voice/robocalls/new";
/** The keys that the form has; a key without words is not asked for. */
const offered = ["1", "2", "3", "4", "9"] as const;

export const meta = titled("New robocall");

export const loader = page(path, async ({ api }) => {
  const [choices, speech] = await Promise.all([api.voice.robocallChoices({}), api.voice.speech({})]);
  return { choices: expectStatus(choices, 200), isSet: expectStatus(speech, 200).isSet };
});

const typed = {
  ...{ name: typedText, group_id: typedText, sound_id: typedText, number_id: typedText },
  ...{
    on_machine: z.enum(machineActions).catch("off"),
    call_from: typedText,
    call_until: typedText,
    call_days: typedList,
  },
  ...{ max_attempts: typedText, retry_minutes: typedText, speed: typedText, call_seconds: typedText },
};
const Fields = z.object({
  ...{ ...typed, ...speechShape, intent: typedText },
  ...{ label_1: typedText, label_2: typedText, label_3: typedText, label_4: typedText, label_9: typedText },
  ...{ action_1: typedText, action_2: typedText, action_3: typedText, action_4: typedText, action_9: typedText },
});

export const action = act(path, Fields, async ({ api, value, refuse, stay }) => {
  const speech = z.object(speechShape).parse(value);
  if (value.intent === "make") {
    const { made, ...refused } = await makeTypedSpeech(api.voice, speech);
    return "problem" in refused ? refuse(refused.problem, { made }) : stay({ made, notice: madeNotice });
  }
  const keys = offered.flatMap((key) => {
    const label = value[`label_${key}`].trim();
    const does = keyActions.find((one) => one === value[`action_${key}`]) ?? "answer";
    return label === "" ? [] : [{ key, label, action: does }];
  });
  const given = z.object(typed).parse(value);
  const made = await loadSpeech(api.voice, speech.speech_id);
  const isSpoken = speech.words.trim() !== "";
  if (isSpoken && given.sound_id !== "") return refuse(twoSounds("sound_id"), { made });
  const answer = await api.voice.addRobocall({ body: { ...given, keys, ...(isSpoken ? { speech } : {}) } });
  if (answer.status === 201) return redirect(href("/voice/robocalls/:id", { id: answer.body.id }));
  return refuse({ ...answer.body, errors: speechErrors(answer.body.errors) }, { made });
});

export default function NewRobocall() {
  const { choices, isSet } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { hours, price, intervalSeconds } = choices;
  const held = keepTyped(last, {
    ...{ words: "", voice: speechVoiceIds[0] as string },
    ...{ name: "", group_id: "", sound_id: "", number_id: String(choices.numbers[0]?.id ?? "") },
    ...{ on_machine: "off", call_from: hours.from, call_until: hours.until, call_days: hours.days.map(String) },
    ...{ max_attempts: "3", retry_minutes: "30", speed: "5", call_seconds: "60" },
    ...{ label_1: "", label_2: "", label_3: "", label_4: "", label_9: "" },
    ...{ action_1: "answer", action_2: "answer", action_3: "answer", action_4: "repeat", action_9: "opt_out" },
  });
  const errors = fieldErrors(last);
  const field = (name: Exclude<keyof typeof typed, "call_days">) => ({
    ...{ id: name, name, defaultValue: held[name], errors: errors[name] ?? [] },
  });
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "keys" ? "label_1" : name)} />
      <PageHeader
        title="New robocall"
        text={`An answered call costs ${showKes(price / 100)} for each ${intervalSeconds} seconds that have begun. You see what it costs at most before anyone is called.`}
        back={{ label: "Robocalls", to: href("/voice/robocalls") }}
      />
      <Form method="post" className="grid max-w-3xl gap-4" preventScrollReset>
        <UnsavedForm refused={last} />
        {/* The first button is what Enter presses. */}
        <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <Card label="Who is called">
          <CardHead title="Who is called" />
          <div className="grid gap-5 p-4">
            <TextInput label="Name" maxLength={100} {...field("name")} />
            <Select
              label="Contact group"
              empty="Choose a group"
              choices={choices.groups.map(({ id, name, contacts }) => ({
                ...{ value: String(id), label: `${name} (${contacts})` },
              }))}
              help="Those who are in it now. Numbers on the do-not-call list are not called."
              {...field("group_id")}
            />
            <Select
              label="Our number"
              empty="Choose a number"
              choices={choices.numbers.map(({ id, phoneNumber }) => ({
                ...{ value: String(id), label: numberWords(phoneNumber) },
              }))}
              {...(choices.numbers.length === 0
                ? { help: "There is no number yet. Add one in the voice settings." }
                : {})}
              {...field("number_id")}
            />
          </div>
        </Card>
        <SoundCard
          sounds={choices.sounds}
          field={field("sound_id")}
          {...{ typed: held, errors, made: madeIn(last), isSet, working }}
        />
        <KeyFields held={held} errors={errors.keys ?? []} />
        <Card label="When and how often">
          <CardHead title="When and how often" />
          <div className="grid gap-5 p-4">
            <CheckboxGroup id="call_days" legend="Days" errors={errors.call_days ?? []} inline>
              {weekdays.map((day, at) => (
                <Checkbox
                  key={day}
                  name="call_days"
                  value={String(at + 1)}
                  defaultChecked={held.call_days.includes(String(at + 1))}
                  label={day}
                />
              ))}
            </CheckboxGroup>
            <div className="grid gap-5 sm:grid-cols-2">
              <TextInput label="Call from" type="time" {...field("call_from")} />
              <TextInput label="Call until" type="time" {...field("call_until")} />
              <TextInput label="Calls to a number at most" inputMode="numeric" {...field("max_attempts")} />
              <TextInput
                label="Minutes between them"
                inputMode="numeric"
                help="After busy, no answer or an answering machine."
                {...field("retry_minutes")}
              />
              <TextInput label="Calls at once" inputMode="numeric" {...field("speed")} />
              <TextInput
                label="Longest call (seconds)"
                inputMode="numeric"
                help="The sound and the time for a key. The call is ended after it."
                {...field("call_seconds")}
              />
              <Select
                label="When an answering machine answers"
                choices={machineActions.map((value) => ({ value, label: machineWords[value] }))}
                help="A call that ends at a machine costs nothing. One that leaves the sound costs what an answered call does."
                {...field("on_machine")}
              />
            </div>
          </div>
        </Card>
        <div>
          <Button variant="primary" size="lg" name="intent" value="save" working={working}>
            Continue to the price
          </Button>
        </div>
      </Form>
    </>
  );
}

type KeyFieldName = `${"label" | "action"}_${(typeof offered)[number]}`;

function KeyFields({ held, errors }: { held: Record<KeyFieldName, string>; errors: string[] }) {
  return (
    <Card label="Keys">
      <CardHead title="Keys" />
      <div className="grid gap-5 p-4">
        <p className="text-quiet">What a key means, as the sound says it. A key without a meaning is not asked for.</p>
        {offered.map((key) => (
          <div key={key} className="grid gap-3 sm:grid-cols-2">
            <TextInput
              id={`label_${key}`}
              name={`label_${key}`}
              label={`Key ${key}`}
              optional
              maxLength={60}
              defaultValue={held[`label_${key}`]}
              errors={key === "1" ? errors : []}
            />
            <Select
              id={`action_${key}`}
              name={`action_${key}`}
              label={`What key ${key} does`}
              choices={keyActions.map((value) => ({ value, label: actionWords[value] }))}
              defaultValue={held[`action_${key}`]}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}
