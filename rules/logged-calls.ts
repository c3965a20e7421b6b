import { duration } from "./format";

/** Calls on a phone of one's own, as people write them down about a lead, a contact or a deal. */
export const callDirections = ["outgoing", "incoming"] as const;
export type CallDirection = (typeof callDirections)[number];

export const callDirectionNames: Record<CallDirection, string> = { outgoing: "Outgoing", incoming: "Incoming" };

export const callOutcomes = ["connected", "no answer", "busy", "left a message", "wrong number"] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const callOutcomeNames: Record<CallOutcome, string> = {
  connected: "Connected",
  "no answer": "No answer",
  busy: "Busy",
  "left a message": "Left a message",
  "wrong number": "Wrong number",
};

/** The longest call that can be written down: a day. */
export const maxCallSeconds = 86_400;

/**
 * How long a call took, as it is typed: minutes ("12"), or minutes and seconds ("4:30"). Null where nothing is typed,
 * undefined where it is no length of a call.
 */
export function parseCallLength(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const [, minutes, seconds = "0"] = /^(\d{1,4})(?::([0-5]\d))?$/.exec(text) ?? [];
  if (minutes === undefined) return undefined;
  const length = Number(minutes) * 60 + Number(seconds);
  return length > maxCallSeconds ? undefined : length;
}

/** The length as it is typed: "12", or "4:30". */
export function callLengthText(seconds: number | null): string {
  if (seconds === null) return "";
  const rest = seconds % 60;
  const minutes = String((seconds - rest) / 60);
  return rest === 0 ? minutes : `${minutes}:${String(rest).padStart(2, "0")}`;
}

type CallSummary = { direction: CallDirection; outcome: CallOutcome; seconds: number | null };

/** "Outgoing call, connected, 12 min". */
export function callText({ direction, outcome, seconds }: CallSummary): string {
  const said = `${callDirectionNames[direction]} call, ${callOutcomeNames[outcome].toLowerCase()}`;
  return seconds ? `${said}, ${duration(seconds)}` : said;
}
