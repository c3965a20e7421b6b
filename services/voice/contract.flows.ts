import { z } from "zod";
import { flowLimits, flowOutcomes, phoneKeys } from "../../rules/voice-flow";
import { type Call, DoneAnswer, day, id, pageSchema, paging } from "../kit/contract";
import { Count, figuresNeeds, settingsNeeds } from "./contract.schemas";

const whole = (what: string, { min, max }: { min: number; max: number }) =>
  z.coerce
    .number(`Enter ${what} as a number.`)
    .int("Enter a whole number.")
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`);
/** The id of a step, a sound or a calendar; 0: not chosen yet. */
const chosen = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const label = z.string().trim().min(1, "Enter a name.").max(100, "At most 100 characters.");
const named = { id: chosen, name: z.string().trim().min(1, "Enter a name.").max(60, "At most 60 characters.") };
const agents = z.array(z.string().max(64)).max(500, "At most 500 agents.");

/** A step of a flow, which may still have things to be chosen. */
export const FlowStepForm = z.discriminatedUnion("kind", [
  z.strictObject({ ...named, kind: z.literal("hours"), calendar: chosen, open: chosen, closed: chosen }),
  z.strictObject({ ...named, kind: z.literal("greeting"), sound: chosen, next: chosen }),
  z.strictObject({
    ...{ ...named, kind: z.literal("menu"), sound: chosen, otherwise: chosen },
    keys: z.partialRecord(z.enum(phoneKeys), chosen),
    keySeconds: whole("the seconds", flowLimits.keySeconds),
    repeats: whole("how often", flowLimits.repeats),
  }),
  z.strictObject({
    ...{ ...named, kind: z.literal("queue"), agents, overflow: chosen, announce: z.boolean() },
    queue: z.string().trim().max(60, "At most 60 characters."),
    maxWaitSeconds: whole("the seconds", flowLimits.waitSeconds),
    maxWaiting: whole("how many may wait", flowLimits.waiting),
    callBackKey: z.union([z.enum(phoneKeys), z.literal("")]),
    skill: chosen.optional(),
    skillSeconds: whole("the seconds", flowLimits.skillSeconds).optional(),
  }),
  z.strictObject({
    ...{ ...named, kind: z.literal("transfer"), otherwise: chosen },
    number: z.string().trim().max(20, "At most 20 characters."),
    ringSeconds: whole("the seconds", flowLimits.ringSeconds),
  }),
  z.strictObject({ ...named, kind: z.literal("voicemail"), sound: chosen }),
  z.strictObject({ ...named, kind: z.literal("call_back"), agents }),
  z.strictObject({ ...named, kind: z.literal("hang_up") }),
]);
export type FlowStepForm = z.input<typeof FlowStepForm>;

export const FlowSteps = z.object({ first: chosen, steps: z.array(FlowStepForm).max(flowLimits.steps) });

const FlowLine = z.object({
  id: Count,
  name: z.string(),
  /** Whether calls follow it, and whether it was changed since. */
  live: z.boolean(),
  changed: z.boolean(),
  steps: Count,
  numbers: z.array(z.object({ id: Count, phoneNumber: z.string() })),
});
export type FlowLine = z.infer<typeof FlowLine>;

const FlowChoices = z.object({
  sounds: z.array(z.object({ id: Count, name: z.string(), words: z.string() })),
  calendars: z.array(z.object({ id: Count, name: z.string(), open: z.boolean() })),
  agents: z.array(z.object({ id: z.string(), name: z.string() })),
  skills: z.array(z.object({ id: Count, name: z.string() })),
  /** Numbers that are called, each with the flow that it has. */
  numbers: z.array(z.object({ id: Count, phoneNumber: z.string(), flow: z.string() })),
});
export type FlowChoices = z.infer<typeof FlowChoices>;

const FlowDetail = FlowLine.omit({ steps: true }).extend({
  draft: FlowSteps,
  problems: z.array(z.object({ step: Count, message: z.string() })),
  choices: FlowChoices,
});
export type FlowDetail = z.infer<typeof FlowDetail>;

const Sound = z.object({
  id: Count,
  name: z.string(),
  words: z.string(),
  /** The voice that speaks its words; "" is an uploaded file. */
  voice: z.string(),
  /** Call flows, robocalls that are not over, and lists that are called automatically. */
  usedBy: z.array(z.string()),
});

const Voicemail = z.object({
  id: Count,
  phoneNumber: z.string(),
  name: z.string(),
  ourNumber: z.string(),
  at: z.string(),
  seconds: Count,
  /** False: it is older than recordings are kept. */
  kept: z.boolean(),
  listenedAt: z.string().nullable(),
  listenedBy: z.string(),
  ticket: Count.nullable(),
});
export type Voicemail = z.infer<typeof Voicemail>;

const FlowCallLine = z.object({
  id: Count,
  phoneNumber: z.string(),
  flow: z.string(),
  ourNumber: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  seconds: Count,
  step: z.string(),
  outcome: z.enum(["", ...flowOutcomes]),
});
export type FlowCallLine = z.infer<typeof FlowCallLine>;

const oneId = z.object({ id });
const trialCheck = z.enum(["1"]).optional().catch(undefined);

/** What happens to whoever calls a number, as data; voicemails; calls that went through flows. */
export const flowCalls = {
  callFlows: {
    method: "GET",
    path: "/voice/flows",
    summary: "The call flows, each with its numbers",
    needs: settingsNeeds,
    answers: { 200: z.object({ data: z.array(FlowLine), sounds: Count }) },
  },
  addCallFlow: {
    method: "POST",
    path: "/voice/flows",
    summary: "A new call flow without steps; it is off",
    needs: settingsNeeds,
    writes: true,
    body: z.strictObject({ name: label }),
    answers: { 201: z.object({ id: Count }) },
  },
  callFlow: {
    method: "GET",
    path: "/voice/flows/{id}",
    summary: "A call flow with its steps as they are written now, and what keeps it from being used",
    needs: settingsNeeds,
    params: oneId,
    answers: { 200: FlowDetail },
  },
  updateCallFlow: {
    method: "PUT",
    path: "/voice/flows/{id}",
    summary: "Rename a call flow, choose the step it begins with and the numbers that have it",
    needs: settingsNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({ name: label, first: chosen, numbers: z.array(id).max(1_000) }),
    answers: { 201: DoneAnswer },
  },
  switchCallFlow: {
    method: "POST",
    path: "/voice/flows/{id}/switch",
    summary: "Have calls follow the steps as they are now, or none; refused while something is wrong with them",
    needs: settingsNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({ on: z.boolean() }),
    answers: { 201: DoneAnswer },
  },
  removeCallFlow: {
    method: "DELETE",
    path: "/voice/flows/{id}",
    summary: "Remove a call flow; its numbers ring as numbers without a flow do",
    needs: settingsNeeds,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  saveFlowStep: {
    method: "POST",
    path: "/voice/flows/{id}/steps",
    summary: "Add a step (id 0) or change one; calls follow it when the flow is switched on again",
    needs: settingsNeeds,
    writes: true,
    params: oneId,
    body: FlowStepForm,
    answers: { 201: z.object({ step: Count }) },
  },
  removeFlowStep: {
    method: "DELETE",
    path: "/voice/flows/{id}/steps/{step}",
    summary: "Remove a step; those that led to it have to be given another",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id, step: id }),
    answers: { 201: DoneAnswer },
  },
  flowTrial: {
    method: "GET",
    path: "/voice/flows/{id}/trial",
    summary: "What a caller would hear at a time with these keys, and where they would end; nobody is called",
    needs: settingsNeeds,
    params: oneId,
    query: z.object({
      /** Now unless it is said. */
      at: z.iso.datetime().optional().catch(undefined),
      keys: z.string().max(100).default("").catch(""),
      answers: trialCheck,
      speaks: trialCheck,
    }),
    answers: {
      200: z.object({
        at: z.string(),
        lines: z.array(z.object({ what: z.string(), step: z.string(), detail: z.string() })),
        outcome: z.enum(flowOutcomes),
        step: z.string(),
      }),
    },
  },
  flowSounds: {
    method: "GET",
    path: "/voice/flow-sounds",
    summary: "The sounds that callers hear, and what uses them",
    needs: settingsNeeds,
    answers: { 200: z.object({ data: z.array(Sound) }) },
  },
  addFlowSound: {
    method: "POST",
    path: "/voice/flow-sounds",
    summary: "Keep an uploaded mp3 as a sound that callers hear",
    needs: settingsNeeds,
    writes: true,
    body: z.strictObject({
      name: label,
      words: z.string().trim().max(1_000, "At most 1,000 characters.").default(""),
      file_id: z.uuid("Choose a file."),
    }),
    answers: { 201: z.object({ id: Count }) },
  },
  flowSoundLink: {
    method: "GET",
    path: "/voice/flow-sounds/{id}",
    summary: "A sound with a link to listen to it",
    needs: settingsNeeds,
    params: oneId,
    answers: { 200: Sound.extend({ url: z.string() }) },
  },
  removeFlowSound: {
    method: "DELETE",
    path: "/voice/flow-sounds/{id}",
    summary: "Remove a sound that nothing uses",
    needs: settingsNeeds,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  voicemails: {
    method: "GET",
    path: "/voice/voicemails",
    summary: "Messages that callers left, newest first",
    needs: figuresNeeds,
    query: z.object({
      ...paging,
      ...{ from: day, to: day, q: z.string().trim().max(40).default("").catch("") },
      listened: z.enum(["yes", "no"]).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Voicemail) },
  },
  voicemail: {
    method: "GET",
    path: "/voice/voicemails/{id}",
    summary: "One message",
    needs: figuresNeeds,
    params: oneId,
    answers: { 200: Voicemail },
  },
  openVoicemail: {
    method: "POST",
    path: "/voice/voicemails/{id}/recording",
    summary: "A link to listen to a message, for an hour; the account's activities say who asked",
    needs: figuresNeeds,
    writes: true,
    params: oneId,
    answers: { 201: z.object({ url: z.string() }) },
  },
  flowCallRecords: {
    method: "GET",
    path: "/voice/flow-calls",
    summary: "Calls that went through a flow, newest first: how each ended, and in which step",
    needs: figuresNeeds,
    query: z.object({
      ...paging,
      ...{ from: day, to: day, q: z.string().trim().max(40).default("").catch("") },
      number: id.optional().catch(undefined),
      outcome: z.enum(flowOutcomes).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(FlowCallLine) },
  },
} as const satisfies Record<string, Call>;
