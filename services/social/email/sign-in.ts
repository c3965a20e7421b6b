import { type MailHost, openMailbox } from "../../connectors/email/imap";
import { checkSmtp } from "../../connectors/email/smtp";
import type { SocialDeps } from "../deps";
import { mailPolicy } from "./settings";

/** Really signs in at both. @throws MailHostFault */
export async function signInAt(deps: SocialDeps, imap: MailHost, smtp: MailHost): Promise<void> {
  const policy = mailPolicy(deps);
  const mailbox = await openMailbox(imap, policy);
  await mailbox.close();
  await checkSmtp(smtp, policy);
}
