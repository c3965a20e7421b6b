import { commas } from "../../../rules/format";
import type { Broadcast, BroadcastState } from "../../../services/whatsapp/contract.broadcasts";
import type { StatusKind } from "../../kit/ui/status";

export const broadcastStatus: Record<BroadcastState, { word: string; kind: StatusKind }> = {
  draft: { word: "Draft", kind: "none" },
  confirming: { word: "Being confirmed", kind: "info" },
  scheduled: { word: "Scheduled", kind: "info" },
  sending: { word: "Sending", kind: "info" },
  paused: { word: "Paused", kind: "warn" },
  finished: { word: "Sent", kind: "good" },
  cancelled: { word: "Cancelled", kind: "none" },
};

export function broadcastTitle({ name, template_name }: Pick<Broadcast, "name" | "template_name">): string {
  return name || template_name;
}

/** "1 message", "1,204 messages". */
export function some(count: number, one: string): string {
  return `${commas(count)} ${one}${count === 1 ? "" : "s"}`;
}

/** Everything that WhatsApp took. */
export function takenCount({ counts }: Pick<Broadcast, "counts">): number {
  return counts.sent + counts.delivered + counts.read;
}

/** What is still to be sent. */
export function openCount({ counts }: Pick<Broadcast, "counts">): number {
  return counts.queued + counts.waiting + counts.sending;
}
