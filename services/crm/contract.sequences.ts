import { z } from "zod";
import {
  dailyCap,
  hoursFault,
  maxDueDays,
  maxEmail,
  maxSms,
  maxSteps,
  maxSubject,
  maxTaskTitle,
  maxVariable,
  maxWaitDays,
  sequenceStates,
  stepKinds,
} from "../../rules/sequences";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, crmProducts } from "./contract.records";

const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm contacts", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 08:00.");

const hours = {
  from: clock,
  until: clock,
  days: z
    .array(z.coerce.number().int().min(1).max(7))
    .min(1, "Choose at least one day.")
    .max(7)
    .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
};

export const SequenceForm = z
  .strictObject({
    name: z.string().trim().min(1, "Enter a name.").max(80, "At most 80 characters.").transform(oneLine),
    ...hours,
  })
  .superRefine((form, context) => {
    const fault = hoursFault(form);
    if (fault) context.addIssue({ code: "custom", path: ["until"], message: fault });
  });

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

const whole = (most: number, words: string) =>
  z.coerce.number({ error: words }).int(words).min(0, words).max(most, words);
const mostBody = { email: maxEmail, sms: maxSms, whatsapp: maxEmail, task: maxTaskTitle } as const;

export const SequenceStepForm = z
  .strictObject({
    kind: z.enum(stepKinds),
    wait_days: whole(maxWaitDays, `Enter 0 to ${maxWaitDays} days.`).default(0),
    wait_hours: whole(23, "Enter 0 to 23 hours.").default(0),
    sender: z.string().trim().max(254).default(""),
    subject: z.string().trim().max(maxSubject, `At most ${maxSubject} characters.`).default("").transform(oneLine),
    body: z.string().trim().max(maxEmail, "At most 5,000 characters.").default(""),
    due_days: whole(maxDueDays, `Enter 0 to ${maxDueDays} days.`).default(0),
    /** Of a WhatsApp step, whose sender is the id of a number: its template, and a text for each variable (`body.1`). */
    template_id: id.nullable().default(null),
    variables: z
      .record(
        z.string().max(80),
        z.string().trim().max(maxVariable, `At most ${maxVariable} characters.`).transform(oneLine),
      )
      .default({}),
  })
  .superRefine(({ kind, sender, subject, body, template_id }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (kind !== "task" && sender === "") fault("sender", "Choose who it is from.");
    if (kind === "email" && subject === "") fault("subject", "Enter a subject.");
    if (kind === "whatsapp" && sender !== "" && !/^[1-9]\d{0,14}$/.test(sender))
      fault("sender", "Choose one of your WhatsApp numbers.");
    if (kind === "whatsapp" && template_id === null) fault("template_id", "Choose a template.");
    if (body === "" && kind !== "whatsapp")
      fault("body", kind === "task" ? "Say what is to be done." : "Write the message.");
    if (body.length > mostBody[kind]) fault("body", `At most ${mostBody[kind].toLocaleString("en-KE")} characters.`);
  });
export type SequenceStepForm = z.output<typeof SequenceStepForm>;

export const SequenceStep = z.object({
  id: Count,
  kind: z.enum(stepKinds),
  wait_days: Count,
  wait_hours: Count,
  sender: z.string(),
  /** Of a WhatsApp step the name of its template, and what it says with the texts of the variables in it. */
  subject: z.string(),
  body: z.string(),
  due_days: Count,
  template_id: Count.nullable(),
  variables: z.record(z.string(), z.string()),
});
export type SequenceStep = z.infer<typeof SequenceStep>;

const Counts = z.object({
  ...(Object.fromEntries(sequenceStates.map((state) => [state, Count])) as Record<
    (typeof sequenceStates)[number],
    typeof Count
  >),
  /** Some of them with a step that was refused, and those whose step could not be done yet. */
  refused: Count,
  waiting: Count,
  /** Those of the active ones who are paused. */
  paused: Count,
});

export const Sequence = z.object({
  id: Count,
  name: z.string(),
  active: z.boolean(),
  from: z.string(),
  until: z.string(),
  days: z.array(Count),
  /** How many steps of each kind it has. */
  kinds: z.object({ email: Count, sms: Count, whatsapp: Count, task: Count }),
  counts: Counts,
  created_by: z.string(),
  created_at: z.string(),
});
export type Sequence = z.infer<typeof Sequence>;

/** Sequences of steps that leads and contacts go through. The specification has no call for them. */
export const sequenceCalls = {
  sequences: {
    method: "GET",
    path: "/sequences",
    summary: "The sequences of the account by their names, with how many people are in each, and the most of a day",
    needs: reading,
    answers: { 200: z.object({ data: z.array(Sequence), daily_cap: Count }) },
  },
  sequence: {
    method: "GET",
    path: "/sequences/{id}",
    summary: "One sequence with its steps in order",
    needs: reading,
    params: oneId,
    answers: { 200: Sequence.extend({ steps: z.array(SequenceStep) }) },
  },
  addSequence: {
    method: "POST",
    path: "/sequences",
    summary: "Add a sequence, which is off at first",
    needs: setting,
    writes: true,
    body: SequenceForm,
    answers: { 201: Sequence },
  },
  updateSequence: {
    method: "PUT",
    path: "/sequences/{id}",
    summary: "Change the name and the hours of a sequence",
    needs: setting,
    writes: true,
    params: oneId,
    body: SequenceForm,
    answers: { 201: Sequence },
  },
  switchSequence: {
    method: "POST",
    path: "/sequences/{id}/active",
    summary: "Turn a sequence on or off; while it is off no one is put in and no step is done",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ active: z.boolean() }),
    answers: { 201: Sequence },
  },
  deleteSequence: {
    method: "DELETE",
    path: "/sequences/{id}",
    summary: "Delete a sequence that no one was ever in",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  addSequenceStep: {
    method: "POST",
    path: "/sequences/{id}/steps",
    summary: `Add a step at the end of a sequence, up to ${maxSteps}`,
    needs: setting,
    writes: true,
    params: oneId,
    body: SequenceStepForm,
    answers: { 201: SequenceStep },
  },
  updateSequenceStep: {
    method: "PUT",
    path: "/sequence-steps/{id}",
    summary: "Change a step; its kind stays. Who waits for it gets it as it is then, at the time that was set before",
    needs: setting,
    writes: true,
    params: oneId,
    body: SequenceStepForm,
    answers: { 201: SequenceStep },
  },
  deleteSequenceStep: {
    method: "DELETE",
    path: "/sequence-steps/{id}",
    summary: "Delete a step; who waits for it waits for the next one, and is finished where it was the last",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  rankSequenceSteps: {
    method: "POST",
    path: "/sequences/{id}/rank",
    summary: "Put the steps of a sequence in this order; all of them are named",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ steps: z.array(id).min(1).max(maxSteps) }),
    answers: { 201: DoneAnswer },
  },
  setSequenceCap: {
    method: "PUT",
    path: "/sequence-settings",
    summary: "Set how many messages all sequences together send on one day; what is over waits for the next day",
    needs: setting,
    writes: true,
    body: z.strictObject({
      daily_cap: z.coerce
        .number({ error: "Enter a number." })
        .int("Enter a whole number.")
        .min(1, "At least 1.")
        .max(dailyCap.most, `At most ${dailyCap.most.toLocaleString("en-KE")}.`),
    }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
