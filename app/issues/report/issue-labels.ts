import type { TicketStatus } from "../../../rules/ticket-labels";
import type { StatusKind } from "../../kit/ui/status";

/** What each state of a reported issue means to the person who reported it. */
export const statusWords: Record<TicketStatus, { word: string; kind: StatusKind }> = {
  new: { word: "Received", kind: "none" },
  open: { word: "Under review", kind: "info" },
  pending: { word: "Waiting for you", kind: "warn" },
  resolved: { word: "Resolved", kind: "good" },
  closed: { word: "Closed", kind: "good" },
};
