import { z } from "zod";
import {
  emptyStep,
  type FlowStep,
  type PhoneKey,
  phoneKeys,
  type StepKind,
  stepKindNames,
  stepKinds,
} from "../../../rules/voice-flow";
import type { FlowDetail, FlowStepForm } from "../../../services/voice/contract.flows";
import { typedCheck, typedId, typedList, typedText, unknownIntent } from "../../kit/typed-fields";
import { speechShape } from "../sounds/speech-form";

/** The names of the fields of the keys: * and # can't be in one. */
export const keyFields = {
  "1": "key_1",
  "2": "key_2",
  "3": "key_3",
  "4": "key_4",
  "5": "key_5",
  "6": "key_6",
  "7": "key_7",
  "8": "key_8",
  "9": "key_9",
  "*": "key_star",
  "0": "key_0",
  "#": "key_hash",
} as const satisfies Record<PhoneKey, string>;
const keyShape = Object.fromEntries(Object.values(keyFields).map((field) => [field, typedId])) as Record<
  (typeof keyFields)[PhoneKey],
  typeof typedId
>;

/** Every field that a step may have; those of other kinds are not sent. */
const StepFields = z.object({
  ...{ intent: z.literal("save"), kind: z.enum(stepKinds), name: typedText, calendar: typedId, open: typedId },
  ...{ closed: typedId, sound: typedId, next: typedId, otherwise: typedId, overflow: typedId, keySeconds: typedText },
  ...{ repeats: typedText, queue: typedText, agents: typedList, maxWaitSeconds: typedText, maxWaiting: typedText },
  ...{
    skill: typedId,
    skillSeconds: typedText,
    announce: typedCheck,
    callBackKey: typedText,
    number: typedText,
    ringSeconds: typedText,
  },
  ...{ ...keyShape, ...speechShape },
});
/** The forms of a step: it is saved or removed, or a sound is made for it of a text. */
export const StepForms = z.discriminatedUnion(
  "intent",
  [StepFields, z.object({ intent: z.literal("make"), ...speechShape }), z.object({ intent: z.literal("remove") })],
  unknownIntent,
);
type TypedStep = z.output<typeof StepFields>;

/** The step that was typed, as the call takes it. */
export function typedStep(typed: TypedStep, id: number): FlowStepForm {
  const { kind, name, calendar, open, closed, sound, next, otherwise, overflow, agents, ringSeconds } = typed;
  const base = { id, name };
  if (kind === "hours") return { ...base, kind, calendar, open, closed };
  if (kind === "greeting") return { ...base, kind, sound, next };
  if (kind === "voicemail") return { ...base, kind, sound };
  if (kind === "call_back") return { ...base, kind, agents };
  if (kind === "hang_up") return { ...base, kind };
  if (kind === "transfer")
    return { ...base, kind, number: e164(typed.number), ringSeconds: amount(ringSeconds), otherwise };
  if (kind === "menu") {
    const keys = phoneKeys.flatMap((key) => {
      const to = typed[keyFields[key]];
      return to > 0 ? [[key, to] as const] : [];
    });
    const { keySeconds, repeats } = typed;
    return {
      ...{ ...base, kind, sound, otherwise, keys: Object.fromEntries(keys) },
      ...{ keySeconds: amount(keySeconds), repeats: amount(repeats) },
    };
  }
  const { queue, maxWaitSeconds, maxWaiting, announce, callBackKey, skill, skillSeconds } = typed;
  return {
    ...{ ...base, kind, queue, agents, announce, overflow, skill, skillSeconds: amount(skillSeconds) },
    ...{ maxWaitSeconds: amount(maxWaitSeconds), maxWaiting: amount(maxWaiting) },
    callBackKey: phoneKeys.find((key) => key === callBackKey) ?? "",
  };
}

/** What was typed as a number; an empty field is none. */
function amount(typed: string): string {
  return typed.trim() === "" ? "nothing" : typed;
}

/** A number as it is dialled from anywhere; what begins with 0 is Kenyan. */
function e164(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return "";
  return digits.startsWith("0") ? `+254${digits.slice(1)}` : `+${digits}`;
}

/** The fields of a step as texts; a kind without a field leaves it out. */
export function heldStep(step: FlowStep) {
  const held: Record<string, string | boolean | string[]> = { kind: step.kind, name: step.name };
  for (const [field, value] of Object.entries(step)) {
    if (field === "id" || field === "keys") continue;
    held[field] = Array.isArray(value) || typeof value === "boolean" ? value : value === 0 ? "" : String(value);
  }
  if (step.kind === "queue") held.skillSeconds = String(step.skillSeconds ?? 0);
  if (step.kind === "menu") {
    held.repeats = String(step.repeats);
    for (const key of phoneKeys) held[keyFields[key]] = String(step.keys[key] ?? "");
  }
  return held;
}

/** A step of a kind that is not there yet. */
export function newStep(kind: StepKind, { draft }: Pick<FlowDetail, "draft">): FlowStep {
  const same = draft.steps.filter((step) => step.kind === kind).length;
  return emptyStep(kind, 0, same === 0 ? stepKindNames[kind] : `${stepKindNames[kind]} ${same + 1}`);
}
