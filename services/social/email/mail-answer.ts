import { sql } from "kysely";
import { z } from "zod";
import { sendMail } from "../../connectors/email/smtp";
import { inAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { channelRows, channelSecrets, noteError } from "../channels";
import type { SocialContext } from "../deps";
import { enter } from "./mail-ledger";
import { mailHosts, mailPolicy, ownId } from "./settings";

type Answer = { to: string; subject: string; text: string; contact_id: number; message_id: string };
type Mailed = { status: "sent" | "failed" | "unknown" | "later" | "none"; inbox_id?: number; reason?: string };

const KeyRow = z.object({ key: z.string() });

/** The mails of this conversation that went out before, oldest first: the next one is in their thread. */
async function listMails(trx: Trx, account: string, channel: number, contact: number): Promise<string[]> {
  const rows = await checkedRows(
    trx,
    KeyRow,
    sql`
    select key from social.mails where customer_account = ${account} and channel_id = ${channel} and direction = 'out'
      and contact_id = ${contact} order by at, key limit 20`,
  );
  return rows.map(({ key }) => key);
}

/** Mails answers of the web chat by the mailbox that was connected first; a reply comes in there. */
export async function mailAnswer(service: SocialContext, account: string, answer: Answer): Promise<Mailed> {
  const { db, deps } = service;
  const { to, subject, text, contact_id, message_id } = answer;
  const row = await inAccount(db, account, async (trx) => {
    const mailboxes = await channelRows(trx, account, sql`c.channel = 'email' and c.active and c.stopped = ''`);
    return mailboxes.find(({ external_id }) => external_id !== to.toLowerCase());
  });
  if (!row) return { status: "none" };
  const messageId = ownId(deps.secret, account, row, message_id);
  const before = await inAccount(db, account, async (trx) => {
    const keys = (await listMails(trx, account, row.id, contact_id)).filter((key) => key !== messageId);
    const mail = { key: messageId, external_id: to.toLowerCase(), contact_id, message_id, subject };
    await enter(trx, account, row.id, { ...mail, direction: "out" });
    return keys;
  });
  const { smtp } = mailHosts(row, channelSecrets(deps.secret, account, row));
  const sent = await sendMail(smtp, mailPolicy(deps), {
    from: { name: row.name, address: row.external_id },
    ...{ to, subject, text, messageId, automatic: false },
    ...{ inReplyTo: before.at(-1) ?? "", references: before },
  });
  if (sent.kind === "sent") return { status: "sent", inbox_id: row.inbox_id };
  if (sent.kind === "refused" && sent.stops)
    await inAccount(db, account, (trx) => noteError(trx, account, row.id, sent.words, true));
  if (sent.kind === "refused") return { status: "failed", reason: sent.words, inbox_id: row.inbox_id };
  return { status: sent.kind, inbox_id: row.inbox_id };
}
