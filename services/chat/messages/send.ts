import { createHash } from "node:crypto";
import { sql } from "kysely";
import { leftOpen } from "../../../rules/canned";
import { channelNamed } from "../../../rules/channels";
import { isIdle } from "../../../rules/chat";
import { isPublic, replyWindow, tooMuch } from "../../../rules/chat-channels";
import type { Mention } from "../../../rules/mentions";
import { sendLater } from "../../kit/jobs";
import { seconds, texts } from "../../kit/rows";
import type { ChannelTemplate } from "../contract.fields";
import type { Message } from "../contract.schemas";
import { settleShare } from "../records/agents";
import { type ContactRow, mustLock } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { addMessage, freshId, type MessageRow, messageRows, messageSummary, shownMessage } from "../records/messages";
import { notifyMentioned } from "../records/notes";
import { readGivenNotice } from "../routing/moves";
import { ConflictError } from "../workspace/conflict";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { mailAnswerLater } from "./mail-answer";
import { pushLater } from "./push";

/** Our own channels: their customers read here, so a message that is written is sent. */
const isDirect = (channel: string) => channelNamed(channel)?.visits !== undefined;
/** The job that hands a conversation's queued messages to the network, in order. */
export const deliverTask = "chat.deliver";

export type File = { id: string; name: string; type: string; bytes: number };
export type SendMessageInput = {
  request_id: string;
  type: "text" | "note";
  message: string;
  /** What the network takes in the place of the text. */
  template?: ChannelTemplate | undefined;
  /** Of the same message as the text. */
  file?: File | undefined;
  /** Who is mentioned, if it is a note. */
  mentions?: readonly Mention[] | undefined;
};

/** The ids of all messages of a request: its own for the first, the others follow from it. */
function messageIds(request: string, count: number): string[] {
  const next = (n: number) => createHash("sha256").update(`${request} ${n}`).digest("hex").slice(0, 32);
  return Array.from({ length: count }, (_, n) => (n === 0 ? request : next(n)));
}

/** What a request wrote already: the answer to it when it comes again (statement M18). @throws ConflictError 409 */
export async function writtenBy(
  { trx, account }: UnitOfWork,
  contact: number,
  request: string,
): Promise<MessageRow[] | undefined> {
  const found = await messageRows(
    trx,
    account,
    sql`m.message_id = any(${texts(messageIds(request, 6))})`,
    sql`m.id`,
    6,
  );
  if (found.length === 0) return undefined;
  if (found.some(({ contact_id }) => contact_id !== contact))
    throw new ConflictError(409, "This request id belongs to another message.");
  return found;
}

const hasEnded = "This conversation has ended. What the customer writes next starts a new one.";

/** Whether this agent may write to the customer now. @throws ConflictError */
function mayWrite(found: ContactRow, unit: UnitOfWork): void {
  if (found.ended) throw new ConflictError(406, hasEnded);
  if (!found.opened) throw new ConflictError(406, "Start the conversation first.");
  if (found.participant_id !== unit.by.id)
    throw new ConflictError(
      409,
      `${found.response_by} is answering this conversation. Take it over first, or write a note.`,
    );
  mustReach(found, unit);
}

/** Whether the channel takes anything for the customer now. @throws ConflictError */
function mustReach(found: ContactRow, unit: UnitOfWork): void {
  const open = replyWindow(found.channel, seconds(found.last_customer_at), seconds(unit.now));
  if (!open.open) throw new ConflictError(406, open.words);
}

/** @throws ConflictError 406 */
function mustTakeTemplates({ channel }: ContactRow): void {
  if (!channelNamed(channel)?.window?.templates) throw new ConflictError(406, "Only WhatsApp takes message templates.");
}

type Elsewhere = {
  contact_id: number;
  request_id: string;
  message: string;
  check: boolean;
  template?: ChannelTemplate | undefined;
  file?: File | undefined;
};

/**
 * Writes into a running conversation from elsewhere, whoever answers it: the words are on a ticket already. `check` writes
 * nothing. Answers the message's id. @throws ConflictError 406, 409
 */
export async function writeFor(
  unit: UnitOfWork,
  { contact_id, request_id, message, check, template, file }: Elsewhere,
): Promise<string> {
  const found = await mustLock(unit, contact_id);
  const [before] = check ? [] : ((await writtenBy(unit, contact_id, request_id)) ?? []);
  if (before) return before.message_id;
  if (found.ended) throw new ConflictError(406, hasEnded);
  if (template) mustTakeTemplates(found);
  else mustReach(found, unit);
  const words =
    tooMuch(found.channel, { text: message }, found.user_id) ??
    (file && tooMuch(found.channel, { file }, found.user_id));
  if (words) throw new ConflictError(406, words);
  if (check) return "";
  const [sent] = await write(unit, found, { request_id, type: "text", message, template, file }, []);
  return sent?.message_id ?? request_id;
}

/** Writes to the customer, or a note that only colleagues see; text first, then each file. @throws ConflictError 406, 409 */
export async function send(
  unit: UnitOfWork,
  contact: number,
  given: SendMessageInput,
  files: readonly File[],
): Promise<Message[]> {
  const found = await mustLock(unit, contact);
  const before = await writtenBy(unit, contact, given.request_id);
  if (before) return before.map((message) => shownMessage(message, unit));
  const note = given.type === "note";
  if (given.message === "" && files.length === 0) throw new ConflictError(406, "Write something first.");
  if (!note) {
    mayWrite(found, unit);
    const wrong = [
      tooMuch(found.channel, { text: given.message }, found.user_id),
      ...files.map((file) => tooMuch(found.channel, { file }, found.user_id)),
    ];
    const [open] = leftOpen(given.message);
    if (open) throw new ConflictError(406, `Fill in {{${open}}} first.`);
    const words = wrong.find((one) => one !== undefined);
    if (words) throw new ConflictError(406, words);
  }
  return write(unit, found, given, files);
}

/** Each part as a message of its own, told and queued where the channel carries it; `given.file` goes with the text. */
async function write(
  unit: UnitOfWork,
  found: ContactRow,
  given: SendMessageInput,
  files: readonly File[],
): Promise<Message[]> {
  const { contact_id: contact } = found;
  const note = given.type === "note";
  const parts = [
    ...(given.message === "" ? [] : [{ text: given.message, file: given.file }]),
    ...files.map((file) => ({ file, text: "" })),
  ];
  const ids = messageIds(given.request_id, parts.length);
  const sent: Message[] = [];
  const carried = !note && !isDirect(found.channel);
  const mentions = note ? (given.mentions ?? []) : [];
  for (const [n, part] of parts.entries()) {
    const { file } = part;
    const written = await addMessage(unit, {
      ...{
        contact_id: contact,
        inbox_id: found.inbox_id,
        message_id: ids[n] ?? "",
        author: "agent",
        author_id: unit.by.id,
      },
      ...{
        author_name: unit.by.name,
        type: note ? "note" : file && !given.template ? "file" : "text",
        is_admin: true,
        text: part.text,
        file,
      },
      ...{ at: unit.now, status: carried ? "queued" : "sent" },
      ...(given.template ? { meta: { template: given.template } } : {}),
      ...(mentions.length > 0 && !file ? { meta: { mentions } } : {}),
    });
    if (!written) throw new ConflictError(409, "This request id belongs to another message.");
    if (!note) await showLatest(unit, written, found);
    else if (!file) notifyMentioned(unit, found, written, mentions);
    sent.push(await tellMessage(unit, written));
  }
  if (carried) await deliverLater(unit, contact);
  const newest = sent.at(-1);
  if (!note && newest) await pushLater(unit, found, newest.id);
  if (!note && found.mail_to) await mailAnswerLater(unit, contact);
  return sent;
}

async function showLatest(unit: UnitOfWork, written: MessageRow, found: ContactRow): Promise<void> {
  const { trx, account, now } = unit;
  await sql`
    update chat.contacts set latest_message = ${messageSummary(written)}, latest_at = greatest(latest_at, ${written.at}),
      latest_is_admin = true, latest_failed = false, first_reply_at = coalesce(first_reply_at, ${written.at}), unread = 0, idle_time = 0,
      warned_at = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${written.contact_id}`.execute(trx);
  await readGivenNotice(unit, unit.by.id, written.contact_id);
  if (isIdle(found) && found.participant_id) await settleShare(unit, found.participant_id);
}

export function deliverLater({ trx, account }: UnitOfWork, contact: number): Promise<void> {
  return sendLater(trx, deliverTask, { account, contact }, { key: `${deliverTask}:${account}:${contact}` });
}

/** What the system itself tells the customer (a warning, an end): it counts as nobody's answer. Silent where it may not. */
export async function sendSystemMessage(unit: UnitOfWork, found: ContactRow, text: string): Promise<void> {
  const open = replyWindow(found.channel, seconds(found.last_customer_at), seconds(unit.now), "system");
  if (!open.open || isPublic(found.channel, found.user_id)) return;
  const carried = !isDirect(found.channel);
  const written = await addMessage(unit, {
    ...{
      contact_id: found.contact_id,
      inbox_id: found.inbox_id,
      message_id: freshId(),
      author: "system",
      type: "text",
    },
    ...{ is_admin: true, text, at: unit.now, status: carried ? "queued" : "sent" },
  });
  if (!written) return;
  await tellMessage(unit, written);
  if (carried) await deliverLater(unit, found.contact_id);
  await pushLater(unit, found, written.id);
}
