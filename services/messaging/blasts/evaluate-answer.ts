import type { SmsResult } from "../connectors/carrier";
import type { ClaimedMessage } from "./claim";
import { refusalWords, unknownWords } from "./messages";
import type { Result } from "./record";

/** A message on its way: what the message centre has taken of it so far, and how often it asked to come again. */
export type Flight = {
  message: ClaimedMessage;
  /** Concatenation reference once a part has left; the parts that follow must carry the same. */
  ref: number | null;
  mask: number;
  ids: Result["ids"];
  attempts: number;
  /** When the first of it was handed over, ms of the monotonic clock. */
  sentAt?: number;
};

export type AnswerVerdict =
  | { kind: "final"; status: "submitted" | "failed" | "unknown"; reason: string }
  /** Nothing is lost: the missing parts can be sent again, after so many ms. */
  | { kind: "again"; afterMs: number };

const maxAttempts = 5;
const one = [1];

export function fullMask(parts: number): number {
  return 2 ** parts - 1;
}

/** The numbers of the parts that have not been taken. */
export function missingParts({ message, mask }: Flight): number[] {
  const have = mask | message.sent_mask;
  if (message.parts === 1) return have === 0 ? one : [];
  return Array.from({ length: message.parts }, (_, i) => i + 1).filter((n) => (have & (1 << (n - 1))) === 0);
}

/** Notes what the message centre has taken, and decides what becomes of the message. */
export function evaluateAnswer(flight: Flight, { ref, parts }: SmsResult): AnswerVerdict {
  const { message } = flight;
  // A carrier that cuts long texts itself gives one answer for all parts.
  const whole = parts.length === 1 && message.parts > 1 && missingParts(flight).length === message.parts;
  flight.ref = ref;
  let refused: string | undefined;
  let unknown = false;
  let temporary = false;
  for (const { n, result, providerId } of parts) {
    if (result.kind === "sent") {
      flight.mask |= whole ? fullMask(message.parts) : 1 << (n - 1);
      if (providerId) flight.ids.push({ part: whole ? 0 : n, providerId });
    } else if (result.kind === "refused") {
      if (result.temporary && flight.attempts + 1 < maxAttempts) temporary = true;
      else refused ??= refusalWords(result.code);
    } else if (result.kind === "unknown") unknown = true;
  }
  if (refused) return { kind: "final", status: "failed", reason: refused };
  if (unknown) return { kind: "final", status: "unknown", reason: unknownWords };
  if (missingParts(flight).length === 0) return { kind: "final", status: "submitted", reason: "" };
  if (!temporary) return { kind: "again", afterMs: 50 };
  flight.attempts++;
  return { kind: "again", afterMs: 1000 * flight.attempts };
}
