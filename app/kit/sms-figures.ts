import { showKes } from "../../rules/money";
import type { Summary } from "../../services/messaging/contract.answers";
import type { StatProps } from "./ui/stat";

type Figures = Pick<Summary, "sent" | "delivered" | "failed" | "cost_cents" | "received">;

/**
 * A change in words, against the period of equal length before; nothing when there is nothing to compare. `good` says
 * which way is good news; without it neither is.
 */
export function change(now: number, before: number, good?: "up" | "down"): StatProps["change"] {
  if (before === 0) return undefined;
  const percent = ((now - before) / before) * 100;
  if (Math.abs(percent) < 0.05) return { kind: "plain", text: "No change" };
  const direction = percent > 0 ? "up" : "down";
  return {
    kind: good ? (direction === good ? "good" : "bad") : "plain",
    text: `${Math.abs(percent).toFixed(1)}% ${direction}`,
  };
}

/** The share of those sent, in words: "97.6% delivered". */
export function share(part: number, whole: number, word: string): string {
  return whole === 0 ? `None ${word}` : `${((part / whole) * 100).toFixed(1)}% ${word}`;
}

/** What one spends is neither good nor bad news. */
const goodDirection: Partial<Record<keyof Figures, "up" | "down">> = {
  sent: "up",
  delivered: "up",
  failed: "down",
  received: "up",
};

/** The figures of a period as cards. */
export function smsStats(now: Figures & { pending: number }, before: Figures): StatProps[] {
  const number = (value: number) => value.toLocaleString("en-KE");
  const card = (label: string, key: keyof Figures, note: string): StatProps => {
    const changed = change(now[key], before[key], goodDirection[key]);
    const value = key === "cost_cents" ? showKes(now[key]) : number(now[key]);
    return { label, value, note, ...(changed ? { change: changed } : {}) };
  };
  return [
    card("Sent", "sent", `${number(now.pending)} waiting for a receipt`),
    card("Delivered", "delivered", share(now.delivered, now.sent, "delivered")),
    card("Failed", "failed", share(now.failed, now.sent, "failed")),
    card(
      "Spent",
      "cost_cents",
      now.sent === 0 ? "Nothing sent" : `${showKes(Math.round(now.cost_cents / now.sent))} a message`,
    ),
    card("Received", "received", "Answers and new messages"),
  ];
}
