/** What the message centre's refusals mean (SMPP 3.4, 5.1.3), for the people who read the report. */
const refusals: Record<number, string> = {
  1: "The message is too long",
  10: "The network does not know the sender ID",
  11: "The network does not know the number",
  13: "The network did not let us in",
  51: "The network does not know the number",
  69: "The network did not take the message",
  88: "The network was too busy",
  20: "The network's queue was full",
  102: "The network sent the message back",
  103: "The number may not be messaged",
};

/** "The network does not know the number (code 0x0B)." */
export function refusalWords(code: number): string {
  return `${refusals[code] ?? "The network refused the message"} (code 0x${code.toString(16).toUpperCase().padStart(2, "0")}).`;
}

const endings: Record<string, string> = {
  expired: "It could not be delivered in time",
  rejected: "The network rejected it",
  deleted: "The network gave it up",
  failed: "It could not be delivered",
};

/** "It could not be delivered in time (code 005)." */
export function receiptWords(state: string, error: string | null): string {
  const words = endings[state] ?? "It could not be delivered";
  return error ? `${words} (code ${error.slice(0, 40)}).` : `${words}.`;
}

export const suppressedWords = "This number has opted out.";

/** "No receipt came within 72 hours." */
export function noReceiptWords(hours: number): string {
  return `No receipt came within ${hours} ${hours === 1 ? "hour" : "hours"}.`;
}
export const unknownWords = "The link broke before the network answered.";
