/** One mail address: what stands before the @ in it, and a host name with a dot. */
const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The address as it is compared and written to, in lower case; undefined when it is none. */
export function parseEmail(written: string): string | undefined {
  const bare = /<([^<>]*)>\s*$/.exec(written)?.[1] ?? written;
  const address = bare.trim().toLowerCase();
  if (address.length > 254 || !addressPattern.test(address)) return undefined;
  const [local = ""] = address.split("@");
  return local.startsWith(".") || local.endsWith(".") || local.includes("..") ? undefined : address;
}

/** The first address among the words of a message; undefined when there is none. */
export function findEmail(text: string): string | undefined {
  for (const word of text.split(/[\s,;:()<>"]+/)) {
    const address = word.includes("@") ? parseEmail(word.replace(/[.!?]+$/, "")) : undefined;
    if (address) return address;
  }
  return undefined;
}

/** A host name that mail can come from, in lower case; undefined when it is none. */
export function parseDomain(written: string): string | undefined {
  const domain = written
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, "")
    .replace(/[/.]+$/, "");
  return parseEmail(`a@${domain}`) === undefined ? undefined : domain;
}

/** The addresses of a text, one on each line or with commas between, and the entries that are none. */
export function readAddresses(text: string): { addresses: string[]; refused: { line: number; written: string }[] } {
  const addresses = new Set<string>();
  const refused: { line: number; written: string }[] = [];
  for (const [at, line] of text.split(/\r\n?|\n/).entries())
    for (const entry of line.split(/[,;\t]/)) {
      const written = entry.trim().replace(/^"|"$/g, "");
      if (written === "") continue;
      const address = parseEmail(written);
      if (address) addresses.add(address);
      else refused.push({ line: at + 1, written: written.slice(0, 200) });
    }
  return { addresses: [...addresses], refused };
}

export const mailingStatuses = ["draft", "scheduled", "sending", "paused", "sent", "failed", "cancelled"] as const;
export type MailingStatus = (typeof mailingStatuses)[number];

/** `unknown`: the host had the mail in its hands and did not say so; it is never sent again by itself. */
export const recipientStatuses = [
  "queued",
  "sending",
  "sent",
  "unknown",
  "bounced",
  "failed",
  "suppressed",
  "cancelled",
] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** What a recipient may do beside it. */
export const recipientEvents = ["complained", "unsubscribed", "opened", "clicked"] as const;
export type RecipientEvent = (typeof recipientEvents)[number];

export const suppressionSources = ["unsubscribe", "bounce", "complaint", "staff", "import"] as const;
export type SuppressionSource = (typeof suppressionSources)[number];

/** Minutes until a mail that the host put off is tried again: 1, 5, 15, 60, then every hour. */
const retryMinutes = [1, 5, 15, 60] as const;
/** After so many hours without success it has failed. */
export const retryHours = 72;

/** When a mail is tried again that was tried so often; undefined when its time is over. */
export function nextTry(tries: number, firstTry: Date, now: Date): Date | undefined {
  const minutes = retryMinutes[tries - 1] ?? 60;
  const next = new Date(now.getTime() + minutes * 60_000);
  return next.getTime() - firstTry.getTime() > retryHours * 3_600_000 ? undefined : next;
}

/**
 * What a bounce says of an address by its code (RFC 3463). `hard`: nobody is there, and it is suppressed now. `soft`: it
 * may be there another day. `blocked`: the other side refuses us, which says nothing of the person.
 */
export function bounceClass(code: string): "hard" | "soft" | "blocked" {
  if (/^5\.1\.(?:1|2|3|10)$/.test(code)) return "hard";
  return code.startsWith("5.7.") ? "blocked" : "soft";
}

/** So many soft bounces within so many days suppress an address, for so many days. */
export const softBounces = { most: 5, days: 14, suppressedDays: 30 } as const;

/** Complaints and unsubscribes that a mailing should stay under, as shares of what was sent. */
export const complaintLimit = 0.001;
export const unsubscribeLimit = 0.005;
