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

/** The codes of GSM networks (3GPP TS 29.002) that carriers put into receipts, as most of them write them. */
const networkCodes: Record<number, string> = {
  1: "the number is not in use",
  5: "the network does not know the number",
  6: "the phone was off or out of reach",
  9: "the number is barred",
  11: "the number can't get SMS",
  12: "the phone is not allowed on the network",
  13: "the number is barred",
  21: "the network can't do it",
  27: "the phone was off or out of reach",
  31: "the phone was busy",
  32: "the phone could not take it, perhaps its memory was full",
  33: "too many messages wait for the phone",
  34: "a fault in the network",
};

/** "It could not be delivered: the phone was off or out of reach (code 027)." */
export function receiptWords(state: string, error: string | null): string {
  const words = endings[state] ?? "It could not be delivered";
  if (!error) return `${words}.`;
  const known = /^\d{1,3}$/.test(error) ? networkCodes[Number(error)] : undefined;
  return `${words}${known ? `: ${known}` : ""} (code ${error.slice(0, 40)}).`;
}

export const suppressedWords = "This number has opted out.";

/** "No receipt came within 72 hours." */
export function noReceiptWords(hours: number): string {
  return `No receipt came within ${hours} ${hours === 1 ? "hour" : "hours"}.`;
}
export const unknownWords = "The connection failed before the network answered.";
