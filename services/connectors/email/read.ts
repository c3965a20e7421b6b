import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { fileLimits } from "../../../rules/files";
import { type InvitationReply, readInvitationReply } from "../../../rules/invitation-answers";
import { type Bounce, parseBounce } from "./bounce";
import { automaticReason, idsIn, messageKey, parseHeaders } from "./headers";
import { htmlToText, tidy, withoutTail } from "./text";

export type Mailbox = { address: string; name: string };
export type MailFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer>; inline: boolean };

/** A mail as an inbox shows it. */
export type Mail = {
  key: string;
  from: Mailbox;
  /** Where it asks to be answered. */
  replyTo: string;
  /** Who else got it: To and Cc, bare. */
  others: string[];
  subject: string;
  /** The mails it answers, the surest first: In-Reply-To, then References from the newest to the oldest (M15). */
  answers: string[];
  references: string[];
  /** What is new in it, and all of it where that is more. */
  text: string;
  full: string;
  files: MailFile[];
  /** What was left out, in words. */
  missing: string[];
  /** Why no machine may answer it; empty: a person wrote it. */
  automatic: string;
  bounce?: Bounce;
  /** What its sender answers to an invitation, by their calendar. */
  reply?: InvitationReply;
};

const maxText = 24_000;
const maxFiles = 20;
const { maxBytes } = fileLimits.chat;

/** An address as one is written on the wire, in lower case; empty for anything else. */
export function bareAddress(text: string): string {
  const plain = text.trim().toLowerCase();
  return plain.length <= 254 && /^[^\s<>@,;:"\\]{1,64}@[^\s<>@,;:"\\]{1,190}$/.test(plain) ? plain : "";
}

/** Each once; of more than fifty the first. */
function addressesIn(given: readonly Address[]): string[] {
  const all = given.flatMap((one) => (one.address === undefined ? (one.group ?? []) : [one]));
  return [...new Set(all.map(({ address = "" }) => bareAddress(address)).filter(Boolean))].slice(0, 50);
}

function mailboxOf(given: Address | undefined): Mailbox {
  const one = given?.address === undefined ? given?.group?.[0] : given;
  const name = tidy(one?.name ?? "")
    .replace(/\s+/g, " ")
    .slice(0, 120);
  return { address: bareAddress(one?.address ?? ""), name };
}

/**
 * Reads a raw mail (RFC 5322, MIME). What is hostile about it costs time: call it where that harms nobody.
 * @param cut its size in bytes, when only its header is given: the letter was too large to be fetched
 * @throws when it is no mail that can be read
 */
export async function readMail(raw: Uint8Array, cut?: number): Promise<Mail> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 30, maxHeadersSize: 500_000, maxRfc822NestingDepth: 3 });
  const headers = parseHeaders(raw);
  const from = mailboxOf(email.from ?? email.sender);
  const inReplyTo = idsIn(email.inReplyTo ?? "");
  const references = idsIn(email.references ?? "");
  const answers = [...new Set([...inReplyTo, ...references.toReversed()])];
  const bounce = parseBounce(email.attachments.map(partOf), answers);
  const { files, missing } = bounce ? { files: [], missing: [] } : filesOf(email.attachments);
  const reply = replyIn(email.attachments);
  const megabytes = cut === undefined ? "" : (cut / 1_000_000).toFixed(0);
  return {
    ...{ key: messageKey(raw), from, references, answers, files },
    replyTo: mailboxOf(email.replyTo?.[0]).address,
    others: addressesIn([...(email.to ?? []), ...(email.cc ?? [])]),
    subject: tidy(email.subject ?? "")
      .replace(/\s+/g, " ")
      .slice(0, 300),
    ...wordsIn(email),
    missing:
      cut === undefined
        ? missing
        : [`This mail has ${megabytes} MB, so only its head was taken. All of it is in the mailbox.`],
    automatic: automaticReason(headers, from.address),
    ...(bounce ? { bounce } : {}),
    ...(reply ? { reply } : {}),
  };
}

function replyIn(attachments: readonly Attachment[]): InvitationReply | undefined {
  const part = attachments.find(({ mimeType }) => mimeType.toLowerCase() === "text/calendar");
  return part && readInvitationReply(new TextDecoder().decode(bytesOf(part).subarray(0, 200_000)));
}

/** The plain part where there is one; else what the HTML says. */
function wordsIn({ text = "", html = "" }: Email): { text: string; full: string } {
  const plain = tidy(text.slice(0, 500_000));
  const all = plain || (html ? htmlToText(html) : "");
  const full = all.length > maxText ? `${all.slice(0, maxText)}…` : all;
  return { full, text: withoutTail(full) };
}

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);

function partOf(attachment: Attachment): { type: string; text: string } {
  const type = attachment.mimeType.toLowerCase();
  const report = /^message\/|rfc822-headers$/.test(type);
  return { type, text: report ? new TextDecoder().decode(bytesOf(attachment).subarray(0, 200_000)) : "" };
}

/** Pictures in the text are files like others; a mark that counts readers is none. */
function filesOf(attachments: readonly Attachment[]): { files: MailFile[]; missing: string[] } {
  const files: MailFile[] = [];
  const missing: string[] = [];
  for (const attachment of attachments) {
    const bytes = bytesOf(attachment);
    const inline = attachment.related === true;
    if (bytes.length === 0 || (inline && bytes.length < 200)) continue;
    const name = tidy(attachment.filename ?? "").slice(0, 150) || `attachment ${files.length + 1}`;
    if (bytes.length > maxBytes) missing.push(`${name} is larger than ${maxBytes / 1_048_576} MB, so it was not kept.`);
    else if (files.length === maxFiles) missing.push(`${name} was not kept: an email's first ${maxFiles} files are.`);
    else files.push({ name, type: attachment.mimeType, bytes, inline });
  }
  return { files, missing: missing.slice(0, 10) };
}
