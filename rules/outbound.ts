import { clockIn } from "./local-time";

/** The kinds of files of numbers to call, each with the columns of its template. Other columns are kept as well. */
export const templateTypes = [
  { id: "calls", name: "Calls", columns: ["Phone", "Name", "Note"] },
  { id: "collection", name: "Collection", columns: ["Phone", "Name", "Account number", "Amount due", "Due date"] },
  { id: "sales", name: "Sales", columns: ["Phone", "Name", "Company", "Interest"] },
] as const;
export type TemplateType = (typeof templateTypes)[number]["id"];
export const templateIds = templateTypes.map(({ id }) => id) as [TemplateType, ...TemplateType[]];

const samples: Record<string, string> = {
  Phone: "0712000118",
  Name: "Amina Hassan",
  Note: "Asked for a price",
  "Account number": "10442",
  "Amount due": "KES 4500",
  "Due date": "30/11/2026",
  Company: "Hassan Traders",
  Interest: "Solar lamps",
};

/** The template as CSV: its headings and one row. */
export function templateText(type: TemplateType): string {
  const columns: readonly string[] = templateTypes.find(({ id }) => id === type)?.columns ?? [];
  return `${columns.join(",")}\r\n${columns.map((name) => samples[name] ?? "").join(",")}\r\n`;
}

/**
 * A number to call: it waits, an agent has it, it was reached, it did not answer too often or its answering machine did at
 * last, or it is not to be called.
 */
export const targetStates = ["waiting", "assigned", "done", "given_up", "machine", "trash"] as const;
export type TargetState = (typeof targetStates)[number];
export const groupStates = ["running", "done", "failed"] as const;

/** What a disposition does with the number that was called from a list. */
export const dispositionOutcomes = ["done", "again", "trash"] as const;
export type DispositionOutcome = (typeof dispositionOutcomes)[number];
export const outcomeNames: Record<DispositionOutcome, string> = {
  done: "The number is done",
  again: "It is called again later",
  trash: "It is not called again",
};

/** The highest is called first. */
export const priorities = [5, 4, 3, 2, 1] as const;
export const priorityNames: Record<number, string> = { 5: "Highest", 4: "High", 3: "Normal", 2: "Low", 1: "Lowest" };

/** Whether answered calls are recorded: each, none, or when the agent says so. */
export const recordingModes = ["always", "never", "by_hand"] as const;
export type RecordingMode = (typeof recordingModes)[number];

/** As the end of a day's hours: the day's end. */
export const midnight = "00:00";

/** When numbers may be called, by the account's clock; day 1 is Monday. */
export type CallingHours = { from: string; until: string; days: readonly number[] };

/** Whether it is a time to call. The end is not part of it. */
export function isCallingTime(at: Date, zone: string, { from, until, days }: CallingHours): boolean {
  const { date, time } = clockIn(zone, at);
  const day = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return days.includes(day) && time >= from && (until === midnight || time < until);
}

export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** "Monday to Saturday, 08:00 to 19:00" */
export function callingHoursText({ from, until, days }: CallingHours): string {
  const sorted = [...days].sort((a, b) => a - b);
  const name = (day: number | undefined) => weekdays[(day ?? 1) - 1] ?? "";
  const [first] = sorted;
  const last = sorted.at(-1);
  const whole = sorted.length > 2 && (last ?? 0) - (first ?? 0) === sorted.length - 1;
  const named = whole ? `${name(first)} to ${name(last)}` : sorted.map(name).join(", ");
  return `${named || "No day"}, ${from} to ${until === midnight ? "midnight" : until}`;
}

/** What follows a call that was not answered: another one later, or none when it was tried often enough. */
export function afterNoAnswer(
  attempts: number,
  { maxAttempts, retryMinutes }: { maxAttempts: number; retryMinutes: number },
  now: Date,
): { state: "waiting"; nextAt: Date } | { state: "given_up" } {
  if (attempts >= maxAttempts) return { state: "given_up" };
  return { state: "waiting", nextAt: new Date(now.getTime() + retryMinutes * 60_000) };
}

/** The id in a call's source "target/12"; undefined for another source. */
export function targetInSource(source: string): number | undefined {
  const [, id] = /^target\/([1-9]\d{0,14})$/.exec(source) ?? [];
  return id === undefined ? undefined : Number(id);
}
