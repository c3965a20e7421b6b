import type { MessagePdu } from "./pdu";
import { dataCodings, decodeText } from "./text";

export type ReceiptState =
  | "delivered"
  | "failed"
  | "expired"
  | "rejected"
  | "deleted"
  | "accepted"
  | "enroute"
  | "unknown";

/** `id` as the carrier wrote it ("" if it wrote none); `error` is null when there is none or it is all zeros. */
export type Receipt = { id: string; state: ReceiptState; error: string | null; final: boolean; raw: string };

const finals: ReadonlySet<ReceiptState> = new Set(["delivered", "failed", "expired", "rejected", "deleted"]);

// SMPP 3.4, 5.2.28.
const states: ReceiptState[] = [
  "unknown",
  "enroute",
  "delivered",
  "expired",
  "deleted",
  "failed",
  "accepted",
  "unknown",
  "rejected",
];

// SMPP 3.4 appendix B has eight words of seven letters; carriers also write them in full, or use words of their own.
const words: [start: string, state: ReceiptState][] = [
  ["DELIV", "delivered"],
  ["DELET", "deleted"],
  ["EXPIR", "expired"],
  ["UNDELIV", "failed"],
  ["FAIL", "failed"],
  ["ERROR", "failed"],
  ["REJEC", "rejected"],
  ["REJCT", "rejected"],
  ["ACCEP", "accepted"],
  ["ACKED", "accepted"],
  ["ENROUT", "enroute"],
  ["BUFF", "enroute"],
  ["QUEUE", "enroute"],
  ["PENDING", "enroute"],
  ["SUBMIT", "enroute"],
  ["SENT", "enroute"],
];

/** The state that a number means (SMPP 3.4, 5.2.28). */
export function stateNumbered(state: number): ReceiptState {
  return states[state] ?? "unknown";
}

export function isFinal(state: ReceiptState): boolean {
  return finals.has(state);
}

function stateOf(word: string): ReceiptState {
  if (/^\d+$/.test(word)) return states[Number(word)] ?? "unknown";
  const upper = word.toUpperCase();
  return words.find(([start]) => upper.startsWith(start))?.[1] ?? "unknown";
}

function fieldPattern(names: string): RegExp {
  return new RegExp(`(?:^|[\\s,;|])(?:${names})\\s*[:=]\\s*([^\\s,;|]*)`, "i");
}

const idField = fieldPattern("id|msgid|msg_id|message_id|messageid");
const stateField = fieldPattern("stat|status|state");
const errorField = fieldPattern("err|error|error_code|err_code");
// `text:` repeats the message and may contain anything, so nothing is read behind it.
const textField = /(?:^|[\s,;|])text\s*[:=]/i;

function field(fields: string, pattern: RegExp): string {
  return pattern.exec(fields)?.[1]?.replace(/^["']|["']$/g, "") ?? "";
}

/** Reads the text of a receipt: `id:… sub:… dlvrd:… submit date:… done date:… stat:… err:… text:…`, in any shape. */
export function parseReceipt(raw: string): Omit<Receipt, "raw"> {
  const fields = raw.split(textField, 1)[0] ?? "";
  const state = stateOf(field(fields, stateField));
  const error = field(fields, errorField);
  return { id: field(fields, idField), state, error: /^0*$/.test(error) ? null : error, final: isFinal(state) };
}

function body(pdu: MessagePdu): string {
  const octets = pdu.tlvs.messagePayload ?? pdu.shortMessage;
  const header = pdu.esmClass & 0x40 ? (octets[0] ?? -1) + 1 : 0;
  // Receipts are written in ASCII whatever the default alphabet is: read as GSM, an id with `_` would not be found again.
  const coding = pdu.dataCoding === dataCodings.ucs2 ? dataCodings.ucs2 : dataCodings.latin1;
  return decodeText(octets.subarray(header), coding).trim();
}

/**
 * The receipt in a deliver_sm, or null when it is a message from a handset. SMPP 3.4, 5.2.12: bits 5-2 of esm_class
 * are 0001 for a receipt; 1000 is an intermediate notification, taken as a receipt only when it names a message.
 * Optional parameters were written for machines and win over the text.
 */
export function parseDeliveryReceipt(pdu: MessagePdu): Receipt | null {
  const kind = pdu.esmClass & 0x3c;
  if (kind !== 0x04 && kind !== 0x20) return null;
  const raw = body(pdu);
  const parsed = parseReceipt(raw);
  const id = pdu.tlvs.receiptedMessageId?.trim() || parsed.id;
  if (kind === 0x20 && id === "") return null;
  const told = states[pdu.tlvs.messageState ?? 0] ?? "unknown";
  const state = told === "unknown" ? parsed.state : told;
  const network = pdu.tlvs.networkErrorCode?.split(":")[1];
  const error = parsed.error ?? (network && network !== "0" ? network : null);
  return { id, state, error, final: isFinal(state), raw };
}

/** How a carrier writes message ids: as they are, or as a number in base 16 or 10. */
export type IdKind = "text" | "hex" | "decimal";

/**
 * One spelling for an id, so that the one in submit_sm_resp and the one in the receipt can be compared as text.
 * Numbers lose their leading zeros, hexadecimal its case; `hex` and `decimal` both come out in base 10.
 */
export function canonicalId(id: string, kind: IdKind = "text"): string {
  const trimmed = id.trim();
  if (kind === "hex" && /^(0x)?[0-9a-f]{1,32}$/i.test(trimmed))
    return BigInt(`0x${trimmed.replace(/^0x/i, "")}`).toString();
  if (/^\d+$/.test(trimmed)) return trimmed.replace(/^0+(?=\d)/, "");
  return /^(0x)?[0-9a-f-]+$/i.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/** An id as the carrier wrote it in its answer, from the one spelling that is kept. */
export function carriersId(id: string, kind: IdKind): string {
  return kind === "hex" && /^\d+$/.test(id) ? BigInt(id).toString(16).toUpperCase() : id;
}

const rank: Partial<Record<ReceiptState, number>> = { unknown: 0, enroute: 1, accepted: 2 };

/**
 * The state after one more receipt, in whatever order they come. The first final state stays: money was settled on it,
 * so a late intermediate, a duplicate or a second opinion changes nothing.
 */
export function afterReceipt(current: ReceiptState | null, incoming: ReceiptState): ReceiptState {
  if (current === null) return incoming;
  if (isFinal(current)) return current;
  return isFinal(incoming) || (rank[incoming] ?? 0) > (rank[current] ?? 0) ? incoming : current;
}
