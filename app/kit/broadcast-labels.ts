import type { RecipientState } from "../../services/whatsapp/contract.broadcasts";
import type { StatusKind } from "./ui/status";

/** What became of a broadcast's message to one number. */
export const recipientStatus: Record<RecipientState, { word: string; kind: StatusKind }> = {
  queued: { word: "Not sent yet", kind: "none" },
  "left out": { word: "Left out", kind: "warn" },
  sending: { word: "Being sent", kind: "info" },
  waiting: { word: "Tried again later", kind: "warn" },
  sent: { word: "Sent", kind: "info" },
  delivered: { word: "Delivered", kind: "good" },
  read: { word: "Read", kind: "good" },
  failed: { word: "Failed", kind: "bad" },
  unknown: { word: "No answer", kind: "warn" },
  cancelled: { word: "Cancelled", kind: "none" },
};
