import type { PaymentStatus } from "../../connectors/mpesa/mpesa";
import type { paymentStates } from "../contract.payments";

export type PaymentState = (typeof paymentStates)[number];
/** `lost`: the prompt was sent and no answer came. `contradicted`: what we are told does not fit together. */
export type PaymentEvent =
  | "prompted"
  | "paid"
  | "refused"
  | "timed_out"
  | "lost"
  | "contradicted"
  | "settled"
  | "dismissed";

/** Where an event leads; what is not named changes nothing. Only a person (settled, dismissed) ends what is unmatched. */
export const moves: Record<PaymentState, Partial<Record<PaymentEvent, PaymentState>>> = {
  requested: {
    prompted: "prompted",
    paid: "paid",
    refused: "refused",
    timed_out: "timed_out",
    lost: "unknown",
    contradicted: "unmatched",
    settled: "paid",
    dismissed: "refused",
  },
  prompted: { paid: "paid", refused: "refused", timed_out: "timed_out", contradicted: "unmatched" },
  unknown: {
    prompted: "prompted",
    paid: "paid",
    refused: "refused",
    timed_out: "timed_out",
    contradicted: "unmatched",
  },
  // 1037 is not the last word: the money may still come.
  timed_out: { paid: "paid", refused: "refused", contradicted: "unmatched" },
  refused: { paid: "paid", contradicted: "unmatched" },
  paid: {},
  unmatched: { settled: "paid", dismissed: "refused" },
};

/** The state after an event, or undefined when it changes nothing. */
export function after(state: PaymentState, event: PaymentEvent): PaymentState | undefined {
  return moves[state][event];
}

export const sentences: Record<PaymentState, string> = {
  requested: "The request is on its way to M-Pesa.",
  prompted: "Enter your M-Pesa PIN on the phone. You may close this page: the payment arrives automatically.",
  paid: "Paid.",
  refused: "Not paid.",
  timed_out: "No one answered the prompt in time. If you did pay, the money arrives here automatically.",
  unknown:
    "M-Pesa has not answered us. Do not pay again yet: if the prompt came and you paid, it arrives automatically.",
  unmatched: "One of us is looking at this payment and will write to you.",
};

/** What a callback claims of one payment. */
export type Claimed = { code: string; cents: number | null; receipt: string };

export type Facts = {
  state: PaymentState;
  amount_cents: number;
  asked_at: Date;
  push_at: Date | null;
  /** Since when M-Pesa says by query that it is paid. */
  confirmed_at: Date | null;
  /** Claims of callbacks that name this payment's own prompt. */
  claims: readonly Claimed[];
  /** What M-Pesa answered when asked; `unasked` when there is no prompt to ask about. */
  truth: PaymentStatus | { kind: "unasked" };
};

export type PaymentDecision =
  | { do: "credit"; receipt: string }
  | { do: "move"; event: PaymentEvent; reason: string }
  | { do: "confirm" }
  | { do: "wait" };

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long a proven payment waits for the callback that names its amount and receipt. */
const callbackWait = 1.5 * minute;
/** A push that has had no answer for so long has none. */
const pushWait = minute;

/**
 * What to do, from everything known. The query is the proof; a callback brings amount and receipt, and can only make
 * a payment stop, never pay it alone.
 */
export function evaluate(
  { state, amount_cents, asked_at, push_at, confirmed_at, claims, truth }: Facts,
  now: Date,
): PaymentDecision {
  const paid = claims.filter(({ code }) => code === "0");
  const age = now.getTime() - asked_at.getTime();
  if (state === "paid" || state === "unmatched") return { do: "wait" };
  switch (truth.kind) {
    case "paid": {
      const other = paid.find(({ cents }) => cents !== amount_cents);
      if (other) return unmatched(`M-Pesa tells of another amount than was asked for: ${shillings(other.cents)}.`);
      const receipts = new Set(paid.map(({ receipt }) => receipt).filter(Boolean));
      if (receipts.size > 1) return unmatched("M-Pesa tells of several receipts for one prompt.");
      const [receipt = ""] = receipts;
      if (paid.length > 0) return { do: "credit", receipt };
      if (!confirmed_at) return { do: "confirm" };
      return now.getTime() - confirmed_at.getTime() >= callbackWait ? { do: "credit", receipt: "" } : { do: "wait" };
    }
    case "refused":
      return paid.length > 0
        ? unmatched("A callback says that it was paid, and M-Pesa itself that it was not.")
        : { do: "move", event: "refused", reason: truth.words };
    case "timed_out":
      if (paid.length > 0)
        return age > day
          ? unmatched("A callback says that it was paid, and M-Pesa itself knows nothing of it.")
          : { do: "wait" };
      return { do: "move", event: "timed_out", reason: truth.words };
    case "unasked":
      if (state === "requested" && push_at && now.getTime() - push_at.getTime() >= pushWait)
        return { do: "move", event: "lost", reason: "M-Pesa did not answer." };
      return state === "unknown" && age > day
        ? unmatched("M-Pesa never answered; look for it in its statement.")
        : { do: "wait" };
    default:
      if (age <= day) return { do: "wait" };
      return paid.length > 0
        ? unmatched("A callback says that it was paid, and M-Pesa could not be asked for a day.")
        : { do: "move", event: "timed_out", reason: "M-Pesa could not be asked." };
  }
}

function unmatched(reason: string): PaymentDecision {
  return { do: "move", event: "contradicted", reason };
}

function shillings(cents: number | null): string {
  return cents === null ? "none" : `KES ${(cents / 100).toFixed(2)}`;
}

/**
 * When to ask M-Pesa again, in milliseconds: a minute after the prompt, every two minutes for half an hour, hourly
 * for a day, then no more. What a callback claims is asked about sooner.
 */
export function nextCheck(state: PaymentState, age: number, claimed: boolean): number | undefined {
  if (state === "paid" || state === "unmatched" || state === "refused") return undefined;
  if (age > day) return undefined;
  if (claimed && age < 10 * minute) return 5_000;
  if (age < minute) return minute - age;
  return age < 30 * minute ? 2 * minute : 60 * minute;
}
