import { type OutgoingMail, sendMail } from "../../connectors/email/smtp";
import type { Handed } from "../../connectors/message";
import { inAccount } from "../../kit/database";
import { type ChannelRow, channelSecrets } from "../channels";
import type { SocialContext } from "../deps";
import type { OutgoingPayload } from "../network";
import { answeredLately, enter, lastFrom, type MailRow } from "./mail-ledger";
import { mailHosts, mailPolicy, ownId } from "./settings";
import { mailboxAddress } from "./unproven";

/** A host that puts a mail off for so long will not take it any more. */
const maxHours = 24;

/** "Re: " once, whatever stood there: Re:, RE[2]:, Fwd:, AW: … */
export function replySubject(subject: string): string {
  const bare = subject.replace(/^(?:\s*(?:re|fwd?|aw|sv|antw|tr|rv|jibu)\s*(?:\[\d{1,3}\])?\s*:)+/i, "").trim();
  return `Re: ${bare || "your message"}`;
}

/** The thread's end as the headers of the next mail name it (RFC 5322 3.6.4). */
type End = Pick<MailRow, "key" | "answers" | "subject">;

export function replyHeaders(last: End | undefined): Pick<OutgoingMail, "inReplyTo" | "references" | "subject"> {
  const subject = replySubject(last?.subject ?? "");
  if (!last || last.key.startsWith("sha256:")) return { inReplyTo: "", references: [], subject };
  const before = last.answers.filter((id) => !id.startsWith("sha256:")).toReversed();
  return { inReplyTo: last.key, references: [...before, last.key], subject };
}

/** Sends a message of the chat as a mail of the customer's thread. */
export async function sendChatMail(
  service: SocialContext,
  account: string,
  row: ChannelRow,
  load: OutgoingPayload,
): Promise<Handed> {
  const { to, message, contact, file } = load;
  const automatic = message.author !== "agent";
  const messageId = ownId(service.deps.secret, account, row, message.message_id);
  const ready = await inAccount(service.db, account, async (trx): Promise<MailRow | string | undefined> => {
    const last = await lastFrom(trx, account, row.id, to);
    if (automatic && last?.automatic)
      return "Not sent: a machine wrote the customer's mail, and two would answer each other.";
    if (automatic && (await answeredLately(trx, account, row.id, to, messageId)))
      return "Not sent: the customer had an automatic mail within the hour.";
    const { contact_id } = contact;
    const mail = { key: messageId, external_id: to, contact_id, message_id: message.message_id, automatic };
    await enter(trx, account, row.id, { ...mail, direction: "out" });
    return last;
  });
  if (typeof ready === "string") return { kind: "refused", words: ready };
  const { smtp } = mailHosts(row, channelSecrets(service.deps.secret, account, row));
  const sent = await sendMail(smtp, mailPolicy(service.deps), {
    from: { name: row.name, address: row.external_id },
    ...{ to: mailboxAddress(to), messageId, automatic, files: file ? [file] : [] },
    text: message.data.text || (file ? "The file is attached." : ""),
    ...replyHeaders(ready),
  });
  const hours = (Date.now() / 1000 - message.date) / 3_600;
  if (sent.kind === "later" && hours > maxHours)
    return { kind: "refused", words: "The mail host did not take it for a day." };
  return sent;
}
