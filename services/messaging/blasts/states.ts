import type { blastStatuses, messageStatuses } from "../contract.blasts";

export type BlastStatus = (typeof blastStatuses)[number];
export type MessageStatus = (typeof messageStatuses)[number];
export type Move = "confirm" | "pause" | "resume" | "cancel";

/** `go` changes the blast, `same` answers it as it is (the move was made before), a sentence refuses. */
export type TransitionResult = "go" | "same" | { refused: string };

const no = (refused: string): TransitionResult => ({ refused });
const cancelled = no("This blast was cancelled.");
const over = no("This blast has been sent.");
const draft = no("This blast is a draft: nothing is being sent yet.");
const waiting = no("This blast is scheduled and not being sent yet. Cancel it to stop it.");

/** Which move is possible in which status. Q089 names scheduled, sending, sent, failed, cancelled. */
export const moves: Record<Move, Record<BlastStatus, TransitionResult>> = {
  confirm: {
    draft: "go",
    scheduled: "same",
    sending: "same",
    paused: "same",
    sent: "same",
    failed: "same",
    cancelled,
  },
  pause: { draft, scheduled: waiting, sending: "go", paused: "same", sent: over, failed: over, cancelled },
  resume: { draft, scheduled: waiting, sending: "same", paused: "go", sent: over, failed: over, cancelled },
  cancel: { draft: "go", scheduled: "go", sending: "go", paused: "go", sent: over, failed: over, cancelled: "same" },
};

export const countNames = [
  "queued",
  "submitted",
  "delivered",
  "failed",
  "suppressed",
  "cancelled",
  "no_receipt",
] as const;
export type CountName = (typeof countNames)[number];

/**
 * Under which count of its blast a message is while it is on its way; together they are always all its recipients. Only
 * the end of the waiting for receipts moves messages to no_receipt.
 */
export const statusCounts: Record<MessageStatus, CountName> = {
  queued: "queued",
  submitted: "submitted",
  unknown: "submitted",
  delivered: "delivered",
  failed: "failed",
  expired: "failed",
  rejected: "failed",
  suppressed: "suppressed",
  cancelled: "cancelled",
};

/** The status a final receipt gives; `deleted` means that the centre gave it up. */
export function statusOfReceipt(state: string): "delivered" | "expired" | "rejected" | "failed" {
  if (state === "delivered" || state === "expired" || state === "rejected") return state;
  return "failed";
}

/** What a finished blast is called: nothing accepted by the message centre is a failure. */
export function endStatus(accepted: number): "sent" | "failed" {
  return accepted > 0 ? "sent" : "failed";
}
