import { addDays, dayIn } from "./calendar";
import { clockIn, parseInstant } from "./local-time";
import { compile, mergeFields, type Values } from "./merge";
import { type CallingHours, isCallingTime } from "./outbound";
import { messageText } from "./segments";

/** What a step does. */
export const stepKinds = ["email", "sms", "whatsapp", "task"] as const;
export type StepKind = (typeof stepKinds)[number];
export const stepKindNames: Record<StepKind, string> = {
  email: "Email",
  sms: "SMS",
  whatsapp: "WhatsApp",
  task: "Task",
};

/** How a person is in a sequence: still in it, or how it ended for them. */
export const sequenceStates = ["active", "finished", "replied", "opted_out", "taken_out", "ended"] as const;
export type SequenceState = (typeof sequenceStates)[number];
export const sequenceStateNames: Record<SequenceState, string> = {
  active: "In it",
  finished: "Finished",
  replied: "Replied",
  opted_out: "Opted out",
  taken_out: "Taken out",
  ended: "Ended",
};

/** A message that is being sent, what was sent or made, and what was not and why. */
export const sendStates = ["sending", "sent", "refused"] as const;
export type SendState = (typeof sendStates)[number];

export const maxSequences = 50;
export const maxSteps = 20;
export const maxEnrolled = 500;
export const maxWaitDays = 90;
export const maxDueDays = 60;
export const maxSubject = 200;
export const maxEmail = 5_000;
export const maxSms = 800;
export const maxTaskTitle = 200;
/** The longest text for a variable of a WhatsApp template. */
export const maxVariable = 200;
/** Messages of all sequences of an account on one day: at first, and at most. */
export const dailyCap = { usual: 200, most: 5_000 } as const;
/** A message that could not be sent for so long is not sent any more. */
export const giveUpDays = 5;

/** No message leaves earlier or later than this, whatever the hours of a sequence. */
export const quietHours = { from: "07:00", until: "21:00" } as const;

/** When the steps of a sequence are done, on the clock of the account; day 1 is Monday. */
export type SequenceHours = CallingHours;
export const usualHours: SequenceHours = { from: "08:00", until: "18:00", days: [1, 2, 3, 4, 5] };

/** What is wrong with hours; undefined: nothing. */
export function hoursFault({ from, until }: Pick<SequenceHours, "from" | "until">): string | undefined {
  if (from < quietHours.from || until > quietHours.until)
    return `Choose hours between ${quietHours.from} and ${quietHours.until}.`;
  return from < until ? undefined : "It must end after it begins.";
}

/** How long after the step before, or after the start, a step is due: so many days at the same time of day, and hours. */
export type StepWait = { wait_days: number; wait_hours: number };

/** The first moment from `at` on that is within the hours. */
export function nextAllowed(at: Date, zone: string, hours: SequenceHours): Date {
  if (isCallingTime(at, zone, hours)) return at;
  const { date } = clockIn(zone, at);
  for (let day = 0; day <= 8; day++) {
    const start = parseInstant(zone, { date: addDays(date, day), time: hours.from });
    if (start && start >= at && isCallingTime(start, zone, hours)) return start;
  }
  return new Date(at.getTime() + 7 * 86_400_000);
}

/** The first moment within the hours on a later day than that of `at`. */
export function nextDayAllowed(at: Date, zone: string, hours: SequenceHours): Date {
  const tomorrow = parseInstant(zone, { date: addDays(clockIn(zone, at).date, 1), time: "00:00" });
  return nextAllowed(tomorrow ?? new Date(at.getTime() + 86_400_000), zone, hours);
}

/** When a step is due whose wait began at `since`. */
export function stepDue(
  since: Date,
  { wait_days, wait_hours }: StepWait,
  { zone, hours }: { zone: string; hours: SequenceHours },
): Date {
  const { date, time } = clockIn(zone, since);
  const later = wait_days === 0 ? since : parseInstant(zone, { date: addDays(date, wait_days), time });
  return nextAllowed(new Date((later ?? since).getTime() + wait_hours * 3_600_000), zone, hours);
}

/** A step that writes to someone. */
export type MessageKind = Exclude<StepKind, "task">;

export function isMessage(kind: StepKind): kind is MessageKind {
  return kind !== "task";
}

/** When each step is done for a person who is put in at `start`, who gets one message a day at most. */
export function planSteps<Step extends StepWait & { kind: StepKind }>(
  steps: readonly Step[],
  { start, zone, hours }: { start: Date; zone: string; hours: SequenceHours },
): { step: Step; at: Date }[] {
  let since = start;
  let written = "";
  return steps.map((step) => {
    let at = stepDue(since, step, { zone, hours });
    if (isMessage(step.kind)) {
      if (dayIn(zone, at) === written) at = nextDayAllowed(at, zone, hours);
      written = dayIn(zone, at);
    }
    since = at;
    return { step, at };
  });
}

/** The merge fields that a step may use. */
export const sequenceFields = ["name", "first_name", "company", "email", "phone", "sales_manager"] as const;

/** The fields of these texts that there are none of. */
export function unknownFields(...written: readonly string[]): string[] {
  const known: readonly string[] = sequenceFields;
  return [...new Set(written.flatMap(mergeFields))].filter((field) => !known.includes(field));
}

export type StepText = {
  kind: StepKind;
  subject: string;
  body: string;
  /** Of a WhatsApp template, by place and name: `body.1`. */
  variables?: Readonly<Record<string, string>>;
};
export type SequencePerson = { name: string; company: string; email: string; phone: string; sales_manager: string };

/** What a step says to a person; `missing`: fields without a value and without words for that. */
export function fillStep({ subject, body, variables = {} }: StepText, person: SequencePerson) {
  const { name, company, email, phone, sales_manager } = person;
  const first_name = name.trim().split(/\s+/)[0] ?? "";
  const values: Record<(typeof sequenceFields)[number], string> = {
    ...{ name, first_name, company, email, phone, sales_manager },
  };
  // What a record says is never a field itself: who sends an email reads it once more.
  const plain: Values = Object.fromEntries(Object.entries(values).map(([key, text]) => [key, withoutBraces(text)]));
  const fill = (text: string) => compile(messageText(text), "skip")(plain);
  const filled = [subject, body].map(fill);
  const named = Object.entries(variables).map(([key, text]) => [key, fill(text)] as const);
  return {
    subject: (filled[0]?.text ?? "").replace(/\s+/g, " ").trim(),
    text: filled[1]?.text ?? "",
    // WhatsApp takes a value of one line.
    values: Object.fromEntries(named.map(([key, { text }]) => [key, text.replace(/\s+/g, " ").trim()])),
    missing: [...new Set([...filled, ...named.map(([, one]) => one)].flatMap(({ missing }) => missing))],
  };
}

/** What is no merge field any more. */
export function withoutBraces(text: string): string {
  return text.replace(/\{(?=\{)|\}(?=\})/g, "");
}

/** "at once", "after 2 days", "after 1 day and 3 hours" */
export function waitText({ wait_days, wait_hours }: StepWait): string {
  const parts = [
    ...(wait_days > 0 ? [`${wait_days} ${wait_days === 1 ? "day" : "days"}`] : []),
    ...(wait_hours > 0 ? [`${wait_hours} ${wait_hours === 1 ? "hour" : "hours"}`] : []),
  ];
  return parts.length === 0 ? "At once" : `After ${parts.join(" and ")}`;
}
