import { smtp } from "./connectors/smtp";
import type { PlatformSettings } from "./kit/environment";
import type { MailDeps } from "./kit/mail-tasks";

/** The way out for the system's mails; without a mail host in the settings none leaves. */
export function openMail(settings: Pick<PlatformSettings, "SMTP_URL" | "MAIL_FROM">): {
  sendMail: MailDeps["sendMail"];
  stop(): Promise<void>;
} {
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  if (!url || !from) return { sendMail: undefined, stop: async () => undefined };
  const { send, stop } = smtp.start({ url, from });
  return { sendMail: send, stop };
}
