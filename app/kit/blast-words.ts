import type { blastStatuses, messageStatuses } from "../../services/messaging/contract.blasts";
import type { StatusKind } from "./ui/status";

type Said = { kind: StatusKind; word: string };

/** A blast's status in a shape and a word (Q089). */
export const blastStatus: Record<(typeof blastStatuses)[number], Said> = {
  draft: { kind: "none", word: "Draft" },
  scheduled: { kind: "none", word: "Scheduled" },
  sending: { kind: "info", word: "Sending" },
  paused: { kind: "warn", word: "Paused" },
  sent: { kind: "good", word: "Sent" },
  failed: { kind: "bad", word: "Failed" },
  cancelled: { kind: "none", word: "Cancelled" },
};

/** A message's status in a shape and a word. */
export const messageStatus: Record<(typeof messageStatuses)[number], Said> = {
  queued: { kind: "none", word: "Waiting" },
  submitted: { kind: "info", word: "Awaiting receipt" },
  delivered: { kind: "good", word: "Delivered" },
  failed: { kind: "bad", word: "Failed" },
  expired: { kind: "bad", word: "Expired" },
  rejected: { kind: "bad", word: "Rejected" },
  unknown: { kind: "warn", word: "Unknown" },
  suppressed: { kind: "none", word: "Opted out" },
  cancelled: { kind: "none", word: "Cancelled" },
};
