import { constantTimeEqual } from "../kit/constant-time";
import { keyedHasher } from "../kit/encryption";

/** One mail of a mailing. */
export type MailPlace = { account: string; mailing: number; seq: number };

type Purpose = "return path" | "unsubscribe" | "message id" | "open" | "click";

const hashers = new Map<string, (text: string) => Buffer>();

/** Twenty hexadecimal digits: hosts may write them in capitals, and lower them again. */
function codeFor(secret: string, purpose: Purpose, { account, mailing, seq }: MailPlace): string {
  const key = `${purpose}\n${secret}`;
  const hash = hashers.get(key) ?? keyedHasher(secret, `email ${purpose}`);
  hashers.set(key, hash);
  return hash(`${account}\n${mailing}\n${seq}`).toString("hex").slice(0, 20);
}

const written = (place: MailPlace, code: string) => `${place.account}.${place.mailing}.${place.seq}.${code}`;

function read(secret: string, purpose: Purpose, text: string): MailPlace | undefined {
  const found = /^([\w-]{1,32})\.(\d{1,15})\.(\d{1,9})\.([0-9a-f]{20})$/i.exec(text);
  if (!found) return undefined;
  const [, account = "", mailing, seq, code = ""] = found;
  const place = { account, mailing: Number(mailing), seq: Number(seq) };
  return constantTimeEqual(code.toLowerCase(), codeFor(secret, purpose, place)) ? place : undefined;
}

/** Where a mail comes back that can't be delivered: it names the mail, and nobody else can make one (VERP). */
export function returnPath(secret: string, domain: string, place: MailPlace): string {
  return `b+${written(place, codeFor(secret, "return path", place))}@${domain}`;
}

/** The mail of a return path; undefined when it is none of ours. */
export function placeOfReturnPath(secret: string, domain: string, address: string): MailPlace | undefined {
  const at = address.lastIndexOf("@");
  if (address.slice(at + 1).toLowerCase() !== domain || !/^b\+/i.test(address)) return undefined;
  return read(secret, "return path", address.slice(2, at));
}

export function unsubscribeToken(secret: string, place: MailPlace): string {
  return written(place, codeFor(secret, "unsubscribe", place));
}

export function placeOfToken(secret: string, token: string): MailPlace | undefined {
  return read(secret, "unsubscribe", token);
}

/** In the addresses of a mail's picture and links; which link it is stands beside the code and leads nowhere else. */
export function engagementToken(secret: string, purpose: "open" | "click", place: MailPlace): string {
  return written(place, codeFor(secret, purpose, place));
}

export function placeOfEngagement(secret: string, purpose: "open" | "click", token: string): MailPlace | undefined {
  return read(secret, purpose, token);
}

/** The address to which a reader's mail program writes instead of following the link. */
export function unsubscribeAddress(secret: string, domain: string, place: MailPlace): string {
  return `u+${unsubscribeToken(secret, place)}@${domain}`;
}

/** The mail whose reader wrote to such an address. */
export function placeOfUnsubscribeAddress(secret: string, domain: string, address: string): MailPlace | undefined {
  const at = address.lastIndexOf("@");
  if (address.slice(at + 1).toLowerCase() !== domain || !/^u\+/i.test(address)) return undefined;
  return placeOfToken(secret, address.slice(2, at));
}

/** The same mail has the same id however often it is handed over. */
export function messageId(secret: string, domain: string, place: MailPlace): string {
  return `${place.mailing}.${place.seq}.${codeFor(secret, "message id", place)}@${domain}`;
}
