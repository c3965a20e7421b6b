import { readAccount } from "../../kit/database";
import { MailRefused } from "../../kit/mail";
import { ticketMailId } from "../../kit/ticket-mail";
import { mailSubject, mailWords } from "./letter";
import type { DeliveryDeps, DeliveryOutcome, Parcel } from "./parcel";
import { loadMailSettings } from "./settings";

/** By the account's own mailbox; without one by the product's mail host, in the account's name. */
export async function byMail(deps: DeliveryDeps, account: string, parcel: Parcel): Promise<DeliveryOutcome> {
  const { ticket, comment, to, cc, body, files, subject } = parcel;
  const settings = await readAccount(deps.database.db, account, (trx) => loadMailSettings(trx, account));
  const named = mailSubject({ id: ticket, subject });
  const answer = await deps.clientsOfAccount(account).social.mailTicket({
    body: {
      ...{ ticket_id: ticket, comment_id: comment, to, cc, subject: named, file_ids: files },
      ...mailWords(body, settings.signature),
    },
  });
  if (answer.status !== 201)
    return answer.status >= 500 || answer.status === 429
      ? { state: "later" }
      : { state: "failed", reason: answer.body.message };
  const { status, reason = "" } = answer.body;
  if (status === "none") return sendBySystemMail(deps, account, parcel, { ...settings, subject: named });
  if (status === "unknown")
    return { state: "unknown", reason: "The mail host did not answer, so it may or may not have arrived." };
  return status === "later" ? { state: "later" } : { state: status, reason };
}

type ReplyMail = { signature: string; reply_to: string; subject: string };

async function sendBySystemMail(
  deps: DeliveryDeps,
  account: string,
  { ticket, comment, to, cc, body, files }: Parcel,
  { signature, reply_to, subject }: ReplyMail,
): Promise<DeliveryOutcome> {
  const { sendMail } = deps;
  if (!sendMail) return { state: "failed", reason: "No mail host is set up, and the account has no mailbox." };
  const about = await deps.clientsOfAccount(account).identity.accountOf();
  if (about.status !== 200) return { state: "later" };
  const loaded = await Promise.all(files.map((id) => deps.load(account, id)));
  if (loaded.includes(undefined)) return { state: "failed", reason: "An attached file is no longer there." };
  const where = reply_to ? `Replies to this email go to ${reply_to}.` : "No one reads replies to this email.";
  const id = ticketMailId(deps.secret, account, { ticket, comment });
  try {
    await sendMail({
      ...{ id, messageId: id, to, cc, subject, fromName: about.body.name, automatic: false },
      ...mailWords(body, [signature, where].filter(Boolean).join("\n\n")),
      ...(reply_to ? { replyTo: reply_to } : {}),
      files: loaded.flatMap((file) => file ?? []),
    });
    return { state: "sent" };
  } catch (error) {
    if (error instanceof MailRefused) return { state: "failed", reason: `It was refused: ${error.message}.` };
    return { state: "later" };
  }
}
