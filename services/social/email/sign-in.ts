import { type MailHost, openMailbox } from "../../connectors/email/imap";
import { checkSmtp } from "../../connectors/email/smtp";
import type { SocialDeps } from "../deps";
import { mailPolicy } from "./settings";

/** The numbering of a mailbox, and the number of the next mail in it (RFC 3501, 2.3.1.1). */
type MailboxNumbers = { uidValidity: string; uidNext: number };

/** Really signs in at both. Answers how the mailbox is numbered now. @throws MailHostFault */
export async function signInAt(deps: SocialDeps, imap: MailHost, smtp: MailHost): Promise<MailboxNumbers> {
  const policy = mailPolicy(deps);
  const mailbox = await openMailbox(imap, policy);
  const { uidValidity, uidNext } = mailbox;
  await mailbox.close();
  await checkSmtp(smtp, policy);
  return { uidValidity, uidNext };
}
