import { costCents } from "../../../rules/money";
import type { Blast, BlastDetail } from "../../../services/messaging/contract.blasts";
import { some } from "../../kit/compose/cost-labels";

/** "98.4": of all that were sent; undefined while it is under way, or when nothing went out. */
export function deliveredShare(blast: Blast): string | undefined {
  const sent = sentCount(blast);
  const over = blast.status === "sent" || blast.status === "cancelled";
  return over && sent > 0 ? ((blast.delivered / sent) * 100).toFixed(1) : undefined;
}

/** Messages that left, whatever became of them. */
export function sentCount({
  submitted,
  delivered,
  failed,
  no_receipt,
}: Pick<Blast, "submitted" | "delivered" | "failed" | "no_receipt">): number {
  return submitted + delivered + failed + no_receipt;
}

/** "Borrowers, 2 groups": the first group, and how many there are. */
export function groupsLabel({ groups, kind, recipients }: Pick<Blast, "groups" | "kind" | "recipients">): string {
  const [first] = groups;
  if (!first) return kind === "express" ? some(recipients, "number") : "";
  return groups.length === 1 ? first.name : `${first.name}, ${groups.length} groups`;
}

/** "KES 1,204.50 of" a hold that is neither charged nor given back yet. */
export function stillHeld({ held_cents, charged_cents, released_cents }: BlastDetail): number {
  return Math.max(0, held_cents - charged_cents - released_cents);
}

/**
 * What cancelling now would give back for the messages that wait: exact when all have as many parts, or when none has
 * left; otherwise by their share of the messages.
 */
export function givenBack(blast: BlastDetail): { cents: number; exact: boolean } {
  const { queued, recipients, price, cost_cents } = blast;
  if (blast.held_cents === 0 || queued === 0) return { cents: 0, exact: true };
  if (queued === recipients) return { cents: stillHeld(blast), exact: true };
  const [each] = price.by_parts;
  if (price.by_parts.length === 1 && each && price.lines.length < 2)
    return { cents: costCents(queued * each.parts, Math.round(price.part_price * 10_000)), exact: true };
  return { cents: Math.min(stillHeld(blast), Math.round((cost_cents * queued) / recipients)), exact: false };
}

/** The page with the messages that left last, while it is being sent: they go in the order of the list. */
export function lastPage({ status, recipients, queued }: Blast, perPage: number): number {
  return status === "sending" ? Math.max(1, Math.floor((recipients - queued) / perPage)) : 1;
}

/** Milliseconds until the page of a blast is read again: a small one is over before its second reading. */
export function nextReading({ started_at }: Pick<Blast, "started_at">, now: string): number {
  return started_at !== null && Date.parse(now) - Date.parse(started_at) < 5_000 ? 500 : 2_000;
}

/** It was to begin with its first messages, they are out, and the rest waits for somebody. */
export function waitsAfterFirst({
  status,
  pause_after,
  recipients,
  queued,
}: Pick<Blast, "status" | "pause_after" | "recipients" | "queued">): boolean {
  return status === "paused" && pause_after !== null && recipients - queued >= pause_after;
}
