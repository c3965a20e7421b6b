import type { ComponentProps, ReactNode } from "react";
import { flowLimits, phoneKeys, type StepKind } from "../../../rules/voice-flow";
import type { FlowDetail } from "../../../services/voice/contract.flows";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Select, TextInput } from "../../kit/ui/field";
import { SpeechFields } from "../sounds/speech-fields";
import { keyFields } from "./step-form";

type StepFieldsProps = {
  kind: StepKind;
  /** The id of the step; 0: a new one. */
  step: number;
  typed: Record<string, string | boolean | string[]>;
  errors: Record<string, string[]>;
  flow: Pick<FlowDetail, "draft" | "choices">;
  /** Undefined: texts can't be made into sounds here. */
  speech: Pick<ComponentProps<typeof SpeechFields>, "made" | "working"> | undefined;
};

/** The fields of a step of one kind. */
export function StepFieldsFor({ kind, step, typed, errors, flow, speech }: StepFieldsProps) {
  const { sounds, calendars, agents, skills } = flow.choices;
  const text = (name: string) => ({
    ...{ id: name, name, defaultValue: String(typed[name] ?? ""), errors: errors[name] ?? [] },
  });
  const others = flow.draft.steps
    .filter(({ id }) => id !== step || kind === "menu")
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const to = (name: string, label: string, empty = "Choose a step") => (
    <Select {...text(name)} key={name} label={label} empty={empty} choices={others} />
  );
  const spoken = { words: String(typed.words ?? ""), voice: String(typed.voice ?? "") };
  const sound = (optional = false) => (
    <>
      <Select
        {...text("sound")}
        label="Sound"
        optional={optional}
        empty={optional ? "Only a tone" : "Choose a sound"}
        choices={sounds.map(({ id, name }) => ({ value: String(id), label: name }))}
        help={soundHelp(sounds.length > 0, speech !== undefined)}
      />
      {speech && <SpeechFields typed={spoken} errors={errors} optional {...speech} />}
    </>
  );
  const number = (name: string, label: string, help?: string) => (
    <TextInput {...text(name)} key={name} label={label} inputMode="numeric" help={help} />
  );
  const people = (
    <CheckboxGroup
      id="agents"
      legend="Agents"
      errors={errors.agents ?? []}
      help="Without a choice it is every agent. Who has been idle for longest is rung first."
    >
      {agents.map(({ id, name }) => (
        <Checkbox
          key={id}
          name="agents"
          value={id}
          label={name}
          defaultChecked={Array.isArray(typed.agents) && typed.agents.includes(id)}
        />
      ))}
    </CheckboxGroup>
  );
  return (
    <>
      <TextInput {...text("name")} label="Name of the step" maxLength={60} required />
      {kind === "hours" && (
        <>
          <Select
            {...text("calendar")}
            label="Business hours"
            empty="Choose business hours"
            choices={calendars.map(({ id, name }) => ({ value: String(id), label: name }))}
            help="With their holidays and exempted days, as in the ticket settings."
          />
          {to("open", "While you are open")}
          {to("closed", "While you are closed")}
        </>
      )}
      {kind === "greeting" && (
        <>
          {sound()}
          {to("next", "Then")}
        </>
      )}
      {kind === "menu" && (
        <>
          {sound()}
          <fieldset>
            <legend className="label mb-1">Keys</legend>
            <div className="grid gap-3 sm:grid-cols-3">
              {phoneKeys.map((key) => to(keyFields[key], `Key ${key}`, "Nothing"))}
            </div>
          </fieldset>
          {number("keySeconds", "Seconds to wait for a key")}
          {number(
            "repeats",
            "Times that it is repeated",
            `After a wrong key or none, ${flowLimits.repeats.max} at most.`,
          )}
          {to("otherwise", "Without a right key")}
        </>
      )}
      {kind === "queue" && <QueueFields {...{ text, to, number, people, skills }} announce={typed.announce === true} />}
      {kind === "transfer" && (
        <>
          <TextInput
            {...text("number")}
            label="Phone number"
            type="tel"
            help="With its country code, such as +254 711 000 111."
          />
          {number("ringSeconds", "Seconds for which it rings")}
          {to("otherwise", "When no one answers")}
        </>
      )}
      {kind === "voicemail" && (
        <>
          {sound(true)}
          <p className="text-sm text-quiet">
            A message has at most {flowLimits.recordSeconds / 60} minutes. It opens a ticket with the sound attached.
          </p>
        </>
      )}
      {kind === "call_back" && people}
    </>
  );
}

type QueueFieldsProps = {
  /** What a control of this name is drawn with. */
  text(name: string): { id: string; name: string; defaultValue: string; errors: string[] };
  /** The choice of a step, and a field for a number. */
  to(name: string, label: string): ReactNode;
  number(name: string, label: string, help?: string): ReactNode;
  people: ReactNode;
  skills: FlowDetail["choices"]["skills"];
  announce: boolean;
};

function QueueFields({ text, to, number, people, skills, announce }: QueueFieldsProps) {
  return (
    <>
      <TextInput
        {...text("queue")}
        label="Queue"
        maxLength={60}
        help="Such as Sales. Callers of the same queue are counted together."
      />
      {people}
      <Select
        {...text("skill")}
        label="Skill"
        optional
        empty="None"
        choices={skills.map(({ id, name }) => ({ value: String(id), label: name }))}
        help="Agents who have it are rung. Skills are in Settings, Group Management."
      />
      {number("skillSeconds", "Others are rung after (seconds)", "With a skill. 0: only agents who have it.")}
      {number("maxWaitSeconds", "Longest wait (seconds)")}
      {number("maxWaiting", "Callers who may wait", "With so many waiting already, callers go on at once.")}
      <Checkbox name="announce" value="on" defaultChecked={announce} label="Callers are told their place" />
      <Select
        {...text("callBackKey")}
        label="Key for a call-back"
        optional
        empty="None"
        choices={phoneKeys.map((key) => ({ value: key, label: key }))}
        help="Who presses it keeps their place and is called by an agent."
      />
      {to("overflow", "When no one answers")}
    </>
  );
}

function soundHelp(hasSounds: boolean, hasSpeech: boolean): string | undefined {
  if (hasSpeech)
    return "One of your sounds. Or choose none, and type a text: it is saved as a sound with the step's name.";
  return hasSounds ? undefined : "Add sounds in Voice settings, Call flows, Sounds.";
}
