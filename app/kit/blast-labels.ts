import { shorten, showTime } from "../../rules/format";
import type { Blast, blastStatuses, messageStatuses } from "../../services/messaging/contract.blasts";
import type { StatusKind } from "./ui/status";

type StatusLabel = { kind: StatusKind; word: string };

/** A blast's status in a shape and a word (Q089). */
export const blastStatus: Record<(typeof blastStatuses)[number], StatusLabel> = {
  draft: { kind: "none", word: "Draft" },
  scheduled: { kind: "none", word: "Scheduled" },
  sending: { kind: "info", word: "Sending" },
  paused: { kind: "warn", word: "Paused" },
  sent: { kind: "good", word: "Sent" },
  failed: { kind: "bad", word: "Failed" },
  cancelled: { kind: "none", word: "Cancelled" },
};

/** A message's status in a shape and a word. */
export const messageStatus: Record<(typeof messageStatuses)[number], StatusLabel> = {
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

/** What a blast is called: its name, or the beginning of its text. */
export function blastTitle({ name, body }: Pick<Blast, "name" | "body">): string {
  return name === "" ? shorten(body, 60) : name;
}

/** When it went, or is to go; a draft has only the time it was made. */
export function sendTime(blast: Pick<Blast, "send_at" | "started_at" | "created_at">): string {
  return blast.started_at ?? blast.send_at ?? blast.created_at;
}

/** What was held for it; nothing for a draft. */
export function heldCents({ status, cost_cents }: Pick<Blast, "status" | "cost_cents">): number {
  return status === "draft" ? 0 : cost_cents;
}

/** "8:00 am to 6:00 pm" */
export function sayHours({ from, until }: { from: number; until: number }): string {
  const say = (minutes: number) => showTime(new Date(minutes * 60_000), "UTC");
  return `${say(from)} to ${say(until)}`;
}

/** Scheduled, and nothing of it was sent: another can take its place. */
export function canBeChanged({ status, started_at }: Pick<Blast, "status" | "started_at">): boolean {
  return status === "scheduled" && started_at === null;
}
