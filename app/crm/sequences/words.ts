import { showKes } from "../../../rules/money";
import { callingHoursText } from "../../../rules/outbound";
import { type SequenceState, sequenceStateNames, stepKindNames, stepKinds } from "../../../rules/sequences";
import type { Sequence, SequenceStep } from "../../../services/crm/contract.sequences";
import type { StatusKind } from "../../kit/ui/status";

/** "2 emails, 1 SMS and 1 task" */
export function stepsText({ kinds }: Pick<Sequence, "kinds">): string {
  const many = {
    email: ["email", "emails"],
    sms: ["SMS", "SMS"],
    whatsapp: ["WhatsApp message", "WhatsApp messages"],
    task: ["task", "tasks"],
  } as const;
  const parts = stepKinds.flatMap((kind) =>
    kinds[kind] === 0 ? [] : `${kinds[kind]} ${many[kind][kinds[kind] === 1 ? 0 : 1]}`,
  );
  if (parts.length < 2) return parts[0] ?? "No steps";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** What several messages cost, and how many of those chosen can't be put in. */
export function priceText(
  { records, messages, cost_cents }: { records: number; messages: number; cost_cents: number },
  chosen: number,
): string {
  const cost =
    cost_cents > 0
      ? `${countedMessages(messages)} cost about ${showKes(cost_cents)}, if no one replies before the last.`
      : "It costs nothing.";
  const left = chosen - records;
  if (left === 0) return cost;
  return `${cost} ${left.toLocaleString("en-KE")} can't be put in: they are in a sequence, closed, or have no number or address.`;
}

function countedMessages(messages: number): string {
  return `${messages.toLocaleString("en-KE")} ${messages === 1 ? "message" : "messages"}`;
}

/** "Monday to Friday, 08:00 to 18:00" */
export function hoursText({ from, until, days }: Pick<Sequence, "from" | "until" | "days">): string {
  return callingHoursText({ from, until, days });
}

/** "Email: Welcome", "Task: Call Amina" */
export function stepTitle({ kind, subject, body }: Pick<SequenceStep, "kind" | "subject" | "body">): string {
  return `${stepKindNames[kind]}: ${kind === "email" || kind === "whatsapp" ? subject : body}`;
}

export const stateKinds: Record<SequenceState, StatusKind> = {
  active: "info",
  finished: "good",
  replied: "good",
  opted_out: "bad",
  taken_out: "none",
  ended: "none",
};

/** The figures of a sequence: each is a list of people. */
export const figureNames = {
  ...sequenceStateNames,
  refused: "A step refused",
  waiting: "Waiting",
  paused: "Paused",
} as const;

/** "1,204", "10,000+" */
export function countText(count: number): string {
  return count > 10_000 ? "10,000+" : count.toLocaleString("en-KE");
}
