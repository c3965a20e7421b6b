import { z } from "zod";
import { here } from "./email-template";
import type { Tasks } from "./jobs";
import { MailRefused, mailTask, type SendMail } from "./mail";

const Queued = z.object({
  id: z.string().min(1),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
});

export type MailDeps = {
  /** Without one every mail waits for its job's next try, and at last for a person who reads the log. */
  sendMail: SendMail | undefined;
  /** Our own address, for the links: PUBLIC_URL, or where the demo listens. */
  publicUrl(): string;
  log: { error(fields: object, message: string): void };
};

/** The job "mail.send": what can't be sent now is tried again by the queue, what never can be is logged and dropped. */
export function mailTasks({ sendMail, publicUrl, log }: MailDeps): Tasks {
  return {
    async [mailTask](payload) {
      const { html, replyTo, ...mail } = Queued.parse(payload);
      if (!sendMail) throw new Error("no mail host is set up: set SMTP_URL and MAIL_FROM");
      const linked = (text: string) => text.replaceAll(here, publicUrl().replace(/\/+$/, ""));
      try {
        await sendMail({
          ...mail,
          text: linked(mail.text),
          ...(html === undefined ? {} : { html: linked(html) }),
          ...(replyTo === undefined ? {} : { replyTo }),
        });
      } catch (err) {
        if (!(err instanceof MailRefused)) throw err;
        log.error({ err, mail: mail.id }, "an email was refused for good");
      }
    },
  };
}
