import { sql } from "kysely";
import { statusAfter } from "../../../rules/chat";
import { abilities } from "../../../rules/chat-channels";
import { recordActivity } from "../../kit/activities";
import { sendLater } from "../../kit/jobs";
import { json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { MessageStatus } from "../contract.fields";
import type { Message } from "../contract.schemas";
import { remember } from "../records/contact-events";
import { tellMessage } from "../records/message-events";
import { type MessageRow, messageRow, messageRows, messageSummary } from "../records/messages";
import { ConflictError } from "../workspace/conflict";
import { activityActor } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { unquote } from "./quote";
import { deliverLater } from "./send";

/** The job that takes a message back on its network. */
export const unsendTask = "chat.unsend";
/** The job that removes the file of a deleted message. */
export const dropFileTask = "chat.drop-file";

export type StatusNews = {
  message_id?: string | undefined;
  provider_id?: string | undefined;
  before?: number | undefined;
  external_id?: string | undefined;
  status: MessageStatus;
  reason: string;
};

/** What became of messages; a status never goes back (M8). Answers the names of those that are not known. */
export async function takeStatus(unit: UnitOfWork, inbox: number, items: readonly StatusNews[]) {
  let changed = 0;
  const unknown: string[] = [];
  for (const item of items) {
    const found = await meant(unit, inbox, item);
    const name = item.message_id ?? item.provider_id;
    if (found.length === 0 && name !== undefined) unknown.push(name);
    for (const message of found) if (await takeOne(unit, message, item)) changed++;
  }
  return { changed, unknown };
}

/** The messages that news are about; a watermark means all of ours that went to that customer at or before it. */
function meant({ trx, account }: UnitOfWork, inbox: number, news: StatusNews): Promise<MessageRow[]> {
  const where =
    news.message_id !== undefined
      ? sql`m.message_id = ${news.message_id} and m.inbox_id = ${inbox}`
      : news.provider_id !== undefined
        ? sql`m.provider_id = ${news.provider_id} and m.inbox_id = ${inbox}`
        : news.before !== undefined && news.external_id !== undefined
          ? sql`m.inbox_id = ${inbox} and m.is_admin and m.type <> 'note' and m.status in ('sent', 'delivered')
              and m.at <= ${new Date(news.before)} and m.contact_id in (select contact_id from chat.contacts
                where customer_account = ${account} and inbox_id = ${inbox} and user_id = ${news.external_id})`
          : sql`false`;
  return messageRows(trx, account, where, sql`m.id desc`, 200);
}

async function takeOne(unit: UnitOfWork, { id }: MessageRow, news: StatusNews): Promise<boolean> {
  const { trx, account, now } = unit;
  await sql`select 1 from chat.messages where customer_account = ${account} and id = ${id} for update`.execute(trx);
  const message = await messageRow(trx, account, sql`m.id = ${id}`);
  if (!message) return false;
  const status = statusAfter(message.status, news.status);
  const provider = message.provider_id ?? (news.message_id === undefined ? null : (news.provider_id ?? null));
  if (status === message.status && provider === message.provider_id) return false;
  const reason = status === "failed" ? news.reason : "";
  await sql`
    update chat.messages set status = ${status}, reason = ${reason}, status_at = ${now}, provider_id = ${provider}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  if (status === message.status) return false;
  if (status === "failed" || message.status === "failed") await tellList(unit, message, status === "failed");
  await tellMessage(unit, { ...message, status, reason, provider_id: provider }, "status");
  return true;
}

/** The list says of its last message that it failed. */
async function tellList({ trx, account }: UnitOfWork, { id, contact_id }: MessageRow, failed: boolean): Promise<void> {
  await sql`
    update chat.contacts set latest_failed = ${failed}
    where customer_account = ${account} and contact_id = ${contact_id} and latest_is_admin
      and not exists (select from chat.messages m where m.customer_account = ${account} and m.contact_id = ${contact_id}
        and m.id > ${id} and m.type <> 'note' and m.is_admin)`.execute(trx);
}

export type Amendment = { provider_id: string; change: "edited" | "deleted" | "reaction"; text: string; at: number };

/** The customer changed something they wrote, or reacted to something of ours (M10); an unknown one is nothing. */
export async function amend(
  unit: UnitOfWork,
  inbox: number,
  { provider_id, change, text, at }: Amendment,
): Promise<void> {
  const { trx, account } = unit;
  const found = await messageRow(trx, account, sql`m.inbox_id = ${inbox} and m.provider_id = ${provider_id}`);
  if (!found) return;
  if (change === "deleted") return void (await remove(unit, found, found.is_admin ? "Someone" : "The customer"));
  const meta =
    change === "reaction"
      ? { ...found.meta, reaction: text }
      : { ...found.meta, edited_at: Math.floor(at / 1000), before: found.meta.before ?? found.text };
  const words = change === "edited" ? text : found.text;
  await sql`
    update chat.messages set text = ${words}, meta = ${json(meta)}
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  if (change === "edited") await sameLatest(unit, found, { ...found, text: words });
  await tellMessage(unit, { ...found, text: words, meta }, change);
}

/** The list's line follows when it was this message. */
export async function sameLatest({ trx, account }: UnitOfWork, found: MessageRow, next: MessageRow): Promise<void> {
  await sql`
    update chat.contacts set latest_message = ${messageSummary(next)}
    where customer_account = ${account} and contact_id = ${found.contact_id} and latest_message = ${messageSummary(found)}`.execute(
    trx,
  );
}

async function remove(unit: UnitOfWork, found: MessageRow, who: string): Promise<void> {
  const { trx, account, now } = unit;
  if (found.deleted_at) return;
  await sql`
    update chat.messages set deleted_at = ${now}, deleted_by = ${who}, file_id = null, file_status = null
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  // Links to it were given away, and some need no session.
  if (found.file_id) await sendLater(trx, dropFileTask, { account, id: found.file_id });
  await unquote(unit, found);
  await sql`
    update chat.contacts set latest_message = 'Message deleted', latest_failed = false
    where customer_account = ${account} and contact_id = ${found.contact_id} and latest_message = ${messageSummary(found)}`.execute(
    trx,
  );
  await remember(unit, found.contact_id, "deleted", `${who} deleted a message`);
  await recordActivity(trx, account, activityActor(unit), {
    action: "Message deleted",
    description: `${who} deleted a message of conversation ${found.contact_id}`,
    subject: "conversation",
    subject_id: String(found.contact_id),
  });
  await tellMessage(unit, { ...found, deleted_at: now }, "deleted");
}

/** @throws HttpError 404 */
export async function mustHaveMessage({ trx, account }: UnitOfWork, id: number): Promise<MessageRow> {
  await sql`select 1 from chat.messages where customer_account = ${account} and id = ${id} for update`.execute(trx);
  const found = await messageRow(trx, account, sql`m.id = ${id}`);
  if (!found) throw new HttpError(404, "There is no such message.");
  return found;
}

/** What the network is told of. */
const takenBack: readonly string[] = ["everywhere", "our side"];

/** An agent takes back what they wrote, on the channel too where it can be (Q077). @throws ConflictError 406, HttpError 404 */
export async function deleteMessage(unit: UnitOfWork, id: number): Promise<void> {
  const found = await mustHaveMessage(unit, id);
  if (found.author !== "agent" || found.author_id !== unit.by.id)
    throw new ConflictError(406, "Only what you wrote yourself can be deleted.");
  await remove(unit, found, unit.by.name);
  if (found.type !== "note" && found.provider_id && takenBack.includes(abilities(found.channel).delete))
    await sendLater(unit.trx, unsendTask, { account: unit.account, id });
}

/** Sends a failed message again, as a new one for the network (M8). @throws ConflictError 406, HttpError 404 */
export async function resend(unit: UnitOfWork, id: number): Promise<Message> {
  const { trx, account, now } = unit;
  const found = await mustHaveMessage(unit, id);
  const stuck = found.status === "failed" || (found.status === "queued" && found.reason !== "");
  if (!stuck || found.deleted_at) throw new ConflictError(406, "Only a message that failed can be sent again.");
  // Whoever had it written was refunded: it is paid for with each one that is sent.
  if (found.meta.template) throw new ConflictError(406, "A template is paid for each time. Send it as a new message.");
  await sql`
    update chat.messages set status = 'queued', reason = '', status_at = ${now}, provider_id = null, sending_at = null
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await tellList(unit, found, false);
  await deliverLater(unit, found.contact_id);
  return tellMessage(unit, { ...found, status: "queued", reason: "", provider_id: null }, "status");
}
