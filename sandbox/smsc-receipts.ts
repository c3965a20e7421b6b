import { type Body, type MessagePdu, status } from "../services/connectors/smpp/pdu";

/** The ways in which carriers are known to write the same receipt. */
export const receiptShapes = [
  "standard",
  "lower",
  "words",
  "short",
  "hex",
  "padded",
  "uuid",
  "tlv",
  "payload",
  "both",
] as const;
export type ReceiptShape = (typeof receiptShapes)[number];
export type ReceiptOutcome = "delivered" | "failed" | "expired" | "rejected";

const outcomes = {
  delivered: { stat: "DELIVRD", word: "Delivered", state: 2, error: "000" },
  failed: { stat: "UNDELIV", word: "FAILED", state: 5, error: "027" },
  expired: { stat: "EXPIRED", word: "Expired", state: 3, error: "005" },
  rejected: { stat: "REJECTD", word: "Rejected", state: 8, error: "011" },
} as const;

/** What query_sm is answered: the PDU, the sequence and the status; an id that is not known is a failure. */
export function queryAnswer(
  { messageId, sequence }: { messageId: string; sequence: number },
  outcome: ReceiptOutcome | undefined,
): [Body, number, number] {
  if (!outcome) return [{ command: "query_sm_resp" }, sequence, status.queryFailed];
  const { state, error } = outcomes[outcome];
  return [{ command: "query_sm_resp", messageId, messageState: state, errorCode: Number(error) }, sequence, status.ok];
}

/** The id as it stands in submit_sm_resp. The number stays text: real ones are longer than 53 bits. */
export function answeredId(serial: number, shape: ReceiptShape): string {
  // Beyond 2^53, so that an id which passes through a JavaScript number shows.
  const id = 7_300_000_000_000_000_000n + BigInt(serial);
  if (shape === "hex") return id.toString(16).toUpperCase();
  if (shape !== "uuid") return id.toString();
  const digits = id.toString(16).padStart(32, "0");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function receiptedId(id: string, shape: ReceiptShape): string {
  if (shape === "hex") return BigInt(`0x${id}`).toString();
  if (shape === "padded") return id.padStart(24, "0");
  return shape === "uuid" ? id.toUpperCase() : id;
}

/** YYMMDDhhmm, as SMPP 3.4 appendix B has it. */
function stamp(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, "").slice(2, 12);
}

/** A deliver_sm with the receipt for one submitted part. */
export function receiptBody(submitted: MessagePdu, id: string, outcome: ReceiptOutcome, shape: ReceiptShape): Body {
  const { stat, word, state, error } = outcomes[outcome];
  const shown = receiptedId(id, shape);
  const now = stamp(Date.now());
  const good = outcome === "delivered" ? "001" : "000";
  const long =
    `id:${shown} sub:001 dlvrd:${good} submit date:${now} done date:${now} stat:${stat} err:${error} ` +
    `text:${submitted.shortMessage.toString("latin1", 0, 20).replace(/[^\x20-\x7e]/g, ".")}`;
  const texts: Partial<Record<ReceiptShape, string>> = {
    lower: long.toLowerCase(),
    words: `id: ${shown}, sub: 1, dlvrd: 1, submitdate: ${now}, donedate: ${now}, stat: ${word}, err: ${error}`,
    short: `id:${shown} stat:${stat}`,
    tlv: "",
  };
  const text = Buffer.from(texts[shape] ?? long, "latin1");
  const named = shape === "tlv" || shape === "both";
  return {
    command: "deliver_sm",
    source: submitted.destination,
    sourceTon: submitted.destinationTon,
    sourceNpi: submitted.destinationNpi,
    destination: submitted.source,
    destinationTon: submitted.sourceTon,
    destinationNpi: submitted.sourceNpi,
    esmClass: 0x04,
    shortMessage: shape === "payload" ? Buffer.alloc(0) : text,
    tlvs: {
      ...(shape === "payload" ? { messagePayload: text } : {}),
      ...(named ? { receiptedMessageId: shown, messageState: state, networkErrorCode: `3:${Number(error)}` } : {}),
    },
  };
}
