import type { Trx } from "./database";
import { sendLater } from "./jobs";

/** One e-mail of the house's own. `text` is what everybody can read; `html` says the same, made by our own templates. */
export type Mail = { to: string; subject: string; text: string; html?: string; replyTo?: string };

/** The job that hands a mail to the mail host. */
export const mailTask = "mail.send";

/** Queues an e-mail in the transaction of the change it tells of, so that both happen or neither. `key` makes it once. */
export async function mailLater(trx: Trx, account: string, mail: Mail, options: { key?: string } = {}): Promise<void> {
  await sendLater(trx, mailTask, { account, ...mail }, options);
}
