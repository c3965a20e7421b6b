import { randomUUID } from "node:crypto";
import type { Trx } from "./database";
import { sendLater } from "./jobs";

/** One e-mail of the system's own. `text` is what everybody can read; `html` says the same, made by our own templates. */
export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string };

/** A mail in the name of an account, written by a person of it. */
export type AccountMail = Mail & {
  fromName: string;
  cc: readonly string[];
  files: readonly { name: string; type: string; bytes: Uint8Array }[];
  /** What stands before the @ of its Message-ID. */
  messageId: string;
  automatic: false;
};

/** The job that hands a mail to the mail host. */
export const mailTask = "mail.send";

/**
 * Queues an e-mail in the transaction of the change it tells of, so that both happen or neither. `key` makes it once.
 * The payload's `id` becomes the Message-ID: a mail that is handed over once more is the same mail to its reader's host.
 * A name in the subject may have been pasted with a line break, which no header has: it becomes a space.
 */
export async function mailLater(trx: Trx, account: string, mail: Mail, options: { key?: string } = {}): Promise<void> {
  const subject = mail.subject.replace(/\s+/g, " ").trim();
  await sendLater(trx, mailTask, { account, id: randomUUID(), ...mail, subject }, options);
}

/** Hands one mail to the mail host; resolves when that has taken it. Throws `MailRefused` when it never will. */
export type SendMail = (mail: (Mail | AccountMail) & { id: string }) => Promise<void>;

/** The host, or we ourselves, will not take this mail however often it is tried. The message holds no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}
