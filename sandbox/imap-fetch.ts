import { addressParser } from "postal-mime";
import { parseHeaders } from "../services/connectors/email/headers";
import { nstring, type Token, tokenText } from "./imap-grammar";
import type { KeptMail } from "./mailbox";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The items of a FETCH (RFC 3501 6.4.5) as bytes, since a letter may be in any charset. */
export function fetched(mail: KeptMail, asked: Token | undefined): Buffer {
  const items = (Array.isArray(asked) ? asked : [asked ?? ""]).map(tokenText);
  const parts = items.flatMap((item): Buffer[] => {
    const name = item.toUpperCase();
    const made = itemOf(mail, name, item);
    return made ? [made] : [];
  });
  const spaced = parts.flatMap((part, n) => (n === 0 ? [part] : [Buffer.from(" "), part]));
  return Buffer.concat([Buffer.from("("), ...spaced, Buffer.from(")")]);
}

function itemOf(mail: KeptMail, name: string, given: string): Buffer | undefined {
  const text = (words: string) => Buffer.from(words);
  if (name === "UID") return text(`UID ${mail.uid}`);
  if (name === "FLAGS") return text(`FLAGS (${[...mail.flags].join(" ")})`);
  if (name === "RFC822.SIZE") return text(`RFC822.SIZE ${mail.raw.length}`);
  if (name === "INTERNALDATE") return text(`INTERNALDATE "${dateTime(mail.at)}"`);
  if (name === "ENVELOPE") return text(`ENVELOPE ${envelope(mail.raw)}`);
  const body = /^BODY(\.PEEK)?\[([^\]]*)\]/.exec(name);
  if (!body) return undefined;
  if (!body[1]) mail.flags.add("\\Seen");
  const section = body[2] ?? "";
  const end = mail.raw.indexOf("\r\n\r\n");
  const head = end === -1 ? mail.raw : mail.raw.subarray(0, end + 4);
  const bytes = section === "" ? mail.raw : section.startsWith("HEADER") ? head : mail.raw.subarray(head.length);
  const shown = given.toUpperCase().startsWith("BODY.PEEK[") ? `BODY[${section}]` : name;
  return Buffer.concat([text(`${shown} {${bytes.length}}\r\n`), bytes]);
}

const two = (n: number) => String(n).padStart(2, "0");

function dateTime(at: Date): string {
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(":");
  return `${two(at.getUTCDate())}-${months[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`;
}

/** RFC 3501 7.4.2: date, subject, from, sender, reply-to, to, cc, bcc, in-reply-to, message-id. */
function envelope(raw: Buffer): string {
  const headers = parseHeaders(raw);
  const one = (name: string) => headers.get(name)?.[0];
  const from = addresses(one("from"));
  const people = [from, addresses(one("sender"), from), addresses(one("reply-to"), from)];
  const rest = ["to", "cc", "bcc"].map((name) => addresses(one(name)));
  const ends = [one("in-reply-to"), one("message-id")].map(nstring);
  return `(${[nstring(one("date")), nstring(one("subject")), ...people, ...rest, ...ends].join(" ")})`;
}

function addresses(value: string | undefined, without = "NIL"): string {
  const found = value ? addressParser(value, { flatten: true }) : [];
  if (found.length === 0) return without;
  const written = found.map(({ name, address = "" }) => {
    const [local = "", domain = ""] = address.split("@");
    return `(${nstring(name || undefined)} NIL ${nstring(local)} ${nstring(domain)})`;
  });
  return `(${written.join("")})`;
}

/** A day as SEARCH names it: 21-Nov-2026. */
export function parseDay(text: string): Date {
  const [day = "1", month = "", year = "1970"] = text.split("-");
  return new Date(Date.UTC(Number(year), months.indexOf(month), Number(day)));
}
