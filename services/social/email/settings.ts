import { z } from "zod";
import { type MailHost, type MailPolicy, securities } from "../../connectors/email/imap";
import { keyedHash } from "../../kit/encryption";
import type { ChannelRow, Secrets } from "../channels";
import { newMails } from "../contract.forms";
import type { SocialDeps } from "../deps";

const Host = z.object({ host: z.string(), port: z.number(), security: z.enum(securities), user: z.string() });

/** What a mailbox's channel keeps in `channels.settings`; its passwords are sealed apart. */
export const EmailSettings = z.object({
  ...{ imap: Host, smtp: Host, auto_reply: z.string().default("") },
  /** What a mail that answers nothing of ours becomes: a conversation or a ticket. */
  new_mails: z.enum(newMails).default("chat"),
});
export type EmailSettings = z.infer<typeof EmailSettings>;

export function emailSettings({ settings }: Pick<ChannelRow, "settings">): EmailSettings {
  return EmailSettings.parse(settings);
}

/** Both hosts with the passwords to sign in with. */
export function mailHosts(row: Pick<ChannelRow, "settings">, secrets: Secrets): { imap: MailHost; smtp: MailHost } {
  const { imap, smtp } = emailSettings(row);
  return { imap: { ...imap, password: secrets.token }, smtp: { ...smtp, password: secrets.smtp ?? "" } };
}

export function mailPolicy({ mayDial }: SocialDeps): MailPolicy {
  return mayDial ? { allow: mayDial } : {};
}

/**
 * The Message-ID of a mail of ours, made from our message: the same message is the same mail, and nobody who has not
 * had it can name it.
 */
export function ownId(
  secret: string,
  account: string,
  row: Pick<ChannelRow, "id" | "external_id">,
  id: string,
): string {
  const mark = keyedHash(secret, "mail id", `${account}/${row.id}/${id}`).toString("hex").slice(0, 16);
  return `${id}.${mark}@${row.external_id.split("@")[1] ?? "localhost"}`;
}
