import { z } from "zod";
import { machineActions } from "../../rules/answering-machines";
import {
  keyActions,
  robocallKeys,
  robocallLimits,
  robocallResults,
  robocallStates,
  robocallTargetStates,
} from "../../rules/robocalls";
import { type Call, DoneAnswer, id, type Needs, pageSchema, paging } from "../kit/contract";
import { Count, voiceProducts } from "./contract.schemas";
import { SpeechChoice } from "./contract.speech";

const needs = {
  permissions: ["View voice outbound dashboard"],
  products: voiceProducts,
} as const satisfies Needs;

const whole = (what: string, { min, max }: { min: number; max: number }) =>
  z.coerce
    .number(`Enter ${what} as a number.`)
    .int("Enter a whole number.")
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`);
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 08:00.");

const KeyForm = z.strictObject({
  key: z.enum(robocallKeys, "Choose a key."),
  label: z.string().trim().min(1, "Say what the key means.").max(60, "At most 60 characters."),
  action: z.enum(keyActions, "Choose what the key does."),
});

const RobocallForm = z.strictObject({
  name: z.string().trim().min(1, "Enter a name.").max(100, "At most 100 characters."),
  group_id: z.coerce.number().int().min(1, "Choose a contact group.").max(Number.MAX_SAFE_INTEGER),
  /** A sound of the account; 0 where a text is saved as its sound. */
  sound_id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  speech: SpeechChoice.optional(),
  number_id: z.coerce.number().int().min(1, "Choose a number.").max(Number.MAX_SAFE_INTEGER),
  on_machine: z.enum(machineActions, "Choose what is done with answering machines.").default("off"),
  keys: z.array(KeyForm).max(robocallKeys.length, "At most nine keys."),
  call_from: time,
  call_until: time,
  call_days: z.array(z.coerce.number().int().min(1).max(7)).min(1, "Choose at least one day.").max(7),
  max_attempts: whole("how often", robocallLimits.attempts),
  retry_minutes: whole("the minutes", robocallLimits.retryMinutes),
  speed: whole("the calls at once", robocallLimits.speed),
  call_seconds: whole("the seconds", robocallLimits.callSeconds),
});

export type RobocallInput = z.output<typeof RobocallForm>;

const RobocallLine = z.object({
  id: Count,
  name: z.string(),
  state: z.enum(robocallStates),
  group: z.string(),
  numbers: Count,
  answered: Count,
  heldCents: Count,
  settledCents: Count,
  createdBy: z.string(),
  createdAt: z.string(),
});
export type RobocallLine = z.infer<typeof RobocallLine>;

const RobocallDetail = RobocallLine.extend({
  sound: z.string(),
  words: z.string(),
  ourNumber: z.string(),
  keys: z.array(KeyForm.extend({ pressed: Count })),
  onMachine: z.enum(machineActions),
  hours: z.string(),
  attempts: Count,
  retryMinutes: Count,
  speed: Count,
  callSeconds: Count,
  intervalSeconds: Count,
  /** Of a started interval, in 1/10,000 KES. */
  price: Count,
  /** The most that it can cost, and what the answered calls have cost until now. */
  maxCents: Count,
  costCents: Count,
  seconds: Count,
  counts: z.object({
    waiting: Count,
    calling: Count,
    answered: Count,
    machine: Count,
    not_reached: Count,
    unknown: Count,
    left_out: Count,
    stopped: Count,
  }),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  settled: z.boolean(),
});
export type RobocallDetail = z.infer<typeof RobocallDetail>;

const RobocallTarget = z.object({
  id: Count,
  phoneNumber: z.string(),
  name: z.string(),
  state: z.enum(robocallTargetStates),
  result: z.enum(robocallResults),
  attempts: Count,
  calledAt: z.string().nullable(),
  seconds: Count,
  key: z.string(),
  label: z.string(),
  costCents: z.number().min(0),
});
export type RobocallTarget = z.infer<typeof RobocallTarget>;

const oneId = z.object({ id });

/** One sound to the numbers of a contact group, called by the exchange without an agent. */
export const robocallCalls = {
  robocalls: {
    method: "GET",
    path: "/voice/robocalls",
    summary: "Robocalls, newest first",
    needs,
    query: z.object({ ...paging, state: z.enum(robocallStates).optional().catch(undefined) }),
    answers: { 200: pageSchema(RobocallLine) },
  },
  robocallChoices: {
    method: "GET",
    path: "/voice/robocall-choices",
    summary: "What a robocall can be made of: contact groups, sounds, numbers, the account's hours and the price",
    needs,
    answers: {
      200: z.object({
        groups: z.array(z.object({ id: Count, name: z.string(), contacts: Count })),
        sounds: z.array(z.object({ id: Count, name: z.string() })),
        numbers: z.array(z.object({ id: Count, phoneNumber: z.string() })),
        hours: z.object({ from: z.string(), until: z.string(), days: z.array(z.number().int()) }),
        intervalSeconds: Count,
        price: Count,
      }),
    },
  },
  addRobocall: {
    method: "POST",
    path: "/voice/robocalls",
    summary: "Compose a robocall to the people who are in a contact group now; nobody is called before it is started",
    needs,
    writes: true,
    body: RobocallForm,
    answers: { 201: z.object({ id: Count }) },
  },
  robocall: {
    method: "GET",
    path: "/voice/robocalls/{id}",
    summary: "A robocall with its price, how many numbers are in each state, and how often each key was pressed",
    needs,
    params: oneId,
    answers: { 200: RobocallDetail },
  },
  moveRobocall: {
    method: "POST",
    path: "/voice/robocalls/{id}/move",
    summary: "Start a robocall, for which its highest price is set aside; pause, resume or stop it",
    needs,
    writes: true,
    params: oneId,
    body: z.strictObject({ to: z.enum(["start", "pause", "resume", "stop"]) }),
    answers: { 201: DoneAnswer },
  },
  robocallTargets: {
    method: "GET",
    path: "/voice/robocalls/{id}/calls",
    summary: "The numbers of a robocall: state, attempts, seconds, the key that was pressed and the cost",
    needs,
    params: oneId,
    query: z.object({
      ...paging,
      q: z.string().trim().max(40).default("").catch(""),
      state: z.enum(robocallTargetStates).optional().catch(undefined),
      key: z.enum(robocallKeys).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(RobocallTarget) },
  },
} as const satisfies Record<string, Call>;
