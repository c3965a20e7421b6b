import { sql } from "kysely";
import { sendMail } from "../../connectors/email/smtp";
import { inAccount } from "../../kit/database";
import { ticketMailId } from "../../kit/ticket-mail";
import { type ChannelRow, channelRows, channelSecrets, noteError } from "../channels";
import type { TicketMail } from "../contract.internal";
import type { LoadedFile, SocialContext } from "../deps";
import { enter, mailsOfTicket } from "./mail-ledger";
import { mailHosts, mailPolicy } from "./settings";

type Mailed = { status: "sent" | "failed" | "unknown" | "later" | "none"; from?: string; reason?: string };

export const mailDomain = ({ external_id }: Pick<ChannelRow, "external_id">) =>
  external_id.split("@")[1] ?? "localhost";

/** What a ticket's mails went by before: the next one is in their thread, and leaves by the same mailbox. */
async function loadMailPlace({ db }: SocialContext, account: string, { ticket_id, to, cc }: TicketMail) {
  return inAccount(db, account, async (trx) => {
    const all = await channelRows(trx, account, sql`c.channel = 'email' and c.active and c.stopped = ''`);
    const mailboxes = all.filter(({ external_id }) => external_id !== to.toLowerCase());
    const before = await mailsOfTicket(trx, account, ticket_id);
    const came = before.findLast(({ direction }) => direction === "in") ?? before.at(-1);
    const row = mailboxes.find(({ id }) => id === came?.channel_id) ?? mailboxes[0];
    const own = new Set(all.map(({ external_id }) => external_id));
    return { row, before, copies: cc.filter((address) => !own.has(address.toLowerCase())) };
  });
}

async function loadFiles(
  { deps }: SocialContext,
  account: string,
  ids: readonly string[],
): Promise<LoadedFile[] | undefined> {
  const files: LoadedFile[] = [];
  for (const id of ids) {
    const file = await deps.load(account, id);
    if (!file) return undefined;
    files.push(file);
  }
  return files;
}

/** Mails a comment of a ticket; its Message-ID is the token by which a reply finds the ticket. */
export async function mailTicket(service: SocialContext, account: string, mail: TicketMail): Promise<Mailed> {
  const { db, deps } = service;
  const { row, before, copies } = await loadMailPlace(service, account, mail);
  if (!row) return { status: "none" };
  const { ticket_id, comment_id, to, subject, text, html } = mail;
  const from = row.external_id;
  const files = await loadFiles(service, account, mail.file_ids);
  if (!files) return { status: "failed", from, reason: "An attached file is no longer there." };
  const token = ticketMailId(deps.secret, account, { ticket: ticket_id, comment: comment_id });
  const messageId = `${token}@${mailDomain(row)}`;
  await inAccount(db, account, (trx) =>
    enter(trx, account, row.id, {
      key: messageId,
      direction: "out",
      external_id: to.toLowerCase(),
      ticket_id,
      subject,
    }),
  );
  const thread = before.map(({ key }) => key).filter((key) => key !== messageId && !key.startsWith("sha256:"));
  const last = before.findLast(({ key, direction }) => direction === "in" && thread.includes(key))?.key;
  const sent = await sendMail(mailHosts(row, channelSecrets(deps.secret, account, row)).smtp, mailPolicy(deps), {
    from: { name: row.name, address: from },
    ...{ to, cc: copies, subject, text, html, files, messageId, automatic: false },
    ...{ inReplyTo: last ?? thread.at(-1) ?? "", references: thread },
  });
  if (sent.kind === "sent") return { status: "sent", from };
  if (sent.kind === "refused" && sent.stops)
    await inAccount(db, account, (trx) => noteError(trx, account, row.id, sent.words, true));
  if (sent.kind === "refused") return { status: "failed", from, reason: sent.words };
  return { status: sent.kind, from };
}
