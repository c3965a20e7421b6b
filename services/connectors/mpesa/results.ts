/** What M-Pesa says became of a prompt. Only `paid` and `refused` are its last word. */
export type MpesaOutcome =
  | { kind: "paid" }
  | { kind: "refused"; code: string; words: string }
  | { kind: "timed_out"; code: string; words: string };

/** ResultCode of M-Pesa Express (callback and query), in words for the person who pays. */
const refusals: Record<string, string> = {
  "1": "There was not enough money on M-Pesa.",
  "17": "M-Pesa refused it: a limit of that number was reached, or the same amount was paid a moment ago.",
  "1001": "Another M-Pesa request was open on that phone. Close it, then try again.",
  "1025": "M-Pesa could not show the prompt on that phone.",
  "1032": "The prompt was cancelled on the phone.",
  "2001": "The PIN was wrong.",
  "2028": "M-Pesa does not allow this payment to our number.",
  "8006": "The M-Pesa PIN of that number is locked.",
  "9999": "M-Pesa could not show the prompt on that phone.",
};

/**
 * The last word or not: 1037 and 1019 mean that nobody answered in time, and a payment may still follow. A code that
 * we do not know decides nothing either.
 */
export function mpesaOutcome(code: string | number): MpesaOutcome {
  const text = String(code);
  if (text === "0") return { kind: "paid" };
  const words = refusals[text];
  if (words !== undefined) return { kind: "refused", code: text, words };
  const known = text === "1037" || text === "1019";
  return {
    kind: "timed_out",
    code: text,
    words: known ? "No one answered the prompt in time." : `M-Pesa answered with code ${text.slice(0, 20)}.`,
  };
}
