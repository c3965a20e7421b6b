import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { type AnswerChannel, answerChannels, Delivery } from "../contract.answers";
import { type Line, remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import type { TicketRow } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The job that takes a public comment to the customer. */
export const deliverTask = "ticketing.deliver";
/** Files are bound after the comment's transaction; what was not told in time leaves without waiting for more. */
const filesSeconds = 120;
const maxCopies = 20;

export const jobKey = (account: string, comment: number) => `${deliverTask}:${account}:${comment}`;

export function deliverLater(trx: Trx, account: string, comment: number, at?: Date): Promise<void> {
  const key = jobKey(account, comment);
  return sendLater(trx, deliverTask, { account, comment }, { key, ...(at ? { at } : {}) });
}

/** By which channel a ticket's customer is answered unless somebody chooses another: what costs money is always chosen. */
function usualChannel({ customer_email }: TicketRow): AnswerChannel | "none" {
  return customer_email ? "email" : "none";
}

function replyRecipient(ticket: TicketRow, channel: AnswerChannel): string {
  if (channel === "email") return ticket.customer_email;
  return (channel === "sms" ? ticket.customer_phone : ticket.contact_id) ?? "";
}

const lacking: Record<AnswerChannel, string> = {
  email: "This ticket's customer has no email address. Add one, or reply another way.",
  sms: "This ticket's customer has no phone number. Add one, or reply another way.",
  chat: "This ticket has no conversation. Reply another way.",
};

type ReplyChoice = { reply_by: AnswerChannel | "none" | undefined; files: number };

/** Notes that a public comment of staff is to reach the customer, and queues it: both with the comment or neither. */
export async function queueDelivery(
  unit: UnitOfWork,
  ticket: TicketRow,
  comment: number,
  asked: ReplyChoice,
): Promise<void> {
  const { trx, account } = unit;
  const channel = asked.reply_by ?? usualChannel(ticket);
  if (channel === "none") return;
  const recipient = replyRecipient(ticket, channel);
  if (recipient === "") throw new HttpError(422, lacking[channel], { reply_by: [lacking[channel]] });
  const copies = channel === "email" ? ticket.cc.filter((one) => one !== recipient.toLowerCase()) : [];
  await sql`
    insert into ticketing.deliveries (customer_account, comment_id, channel, recipient, cc, asked_at, updated_at)
    values (${account}, ${comment}, ${channel}, ${recipient}, ${copies}::text[], ${unit.now}, ${unit.now})`.execute(
    trx,
  );
  await deliverLater(trx, account, comment, asked.files > 0 ? new Date(Date.now() + filesSeconds * 1_000) : undefined);
}

const StateRow = z.object({ state: z.string() });

/** Its files are bound: what waited for them leaves. */
export async function hasFiles({ trx, account }: UnitOfWork, comment: number): Promise<void> {
  const waiting = await checkedRow(
    trx,
    StateRow,
    sql`
    select state from ticketing.deliveries
    where customer_account = ${account} and comment_id = ${comment} and state = 'queued'`,
  );
  if (waiting) await deliverLater(trx, account, comment);
}

const unsent = ["failed", "unknown"];

const ResentRow = z.object({
  ticket_id: z.number(),
  state: Delivery.shape.state,
  recipient: z.string(),
  channel: z.enum(answerChannels),
});

/** @throws HttpError 404, 409 */
export async function resendComment(unit: UnitOfWork, comment: number, maySee: (ticket: number) => Promise<void>) {
  const { trx, account, now } = unit;
  const found = await checkedRow(
    trx,
    ResentRow,
    sql`
    select c.ticket_id, d.state, d.recipient, d.channel from ticketing.comments c
    join ticketing.deliveries d on d.customer_account = c.customer_account and d.comment_id = c.id
    where c.customer_account = ${account} and c.id = ${comment} for update of d`,
  );
  if (!found) throw new HttpError(404, "There is no such comment.");
  await maySee(found.ticket_id);
  if (!unsent.includes(found.state)) throw new HttpError(409, "This comment is sent, or on its way.");
  const ticket = await lockTicket(unit, found.ticket_id);
  // A corrected address is the reason to send again.
  const recipient = replyRecipient(ticket, found.channel) || found.recipient;
  const copies = found.channel === "email" ? ticket.cc : [];
  await sql`
    update ticketing.deliveries set state = 'queued', reason = '', recipient = ${recipient}, cc = ${copies}::text[],
      round = round + 1, asked_at = ${now}, updated_at = ${now}
    where customer_account = ${account} and comment_id = ${comment}`.execute(trx);
  await touch(unit, found.ticket_id);
  await deliverLater(trx, account, comment);
}

const DeliveryRow = z.object({
  comment_id: z.number(),
  channel: z.enum(answerChannels),
  recipient: z.string(),
  cc: z.array(z.string()),
  state: Delivery.shape.state,
  reason: z.string(),
  updated_at: z.date(),
});
export type DeliveryRow = z.infer<typeof DeliveryRow>;

/** What became of these comments, by their ids. */
export async function loadDeliveries(trx: Trx, account: string, comments: readonly number[]) {
  if (comments.length === 0) return new Map<number, Delivery>();
  const found = await checkedRows(
    trx,
    DeliveryRow,
    sql`
    select comment_id, channel, recipient, cc, state, reason, updated_at from ticketing.deliveries
    where customer_account = ${account} and comment_id = any(${bigints(comments)})`,
  );
  return new Map(
    found.map(({ comment_id, channel, recipient: to, cc, state, reason, updated_at }): [number, Delivery] => [
      comment_id,
      { channel, to, cc, state, reason, at: updated_at.toISOString() },
    ]),
  );
}

/** Changes who is on copy of a ticket's mails. Answers who is. @throws HttpError 422 */
export async function changeCopies(
  unit: UnitOfWork,
  id: number,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<string[]> {
  const { trx, account } = unit;
  const ticket = await lockTicket(unit, id);
  const customer = ticket.customer_email.toLowerCase();
  const gone = remove.map((one) => one.toLowerCase()).filter((one) => ticket.cc.includes(one));
  const fresh = [...new Set(add.map((one) => one.toLowerCase()))].filter(
    (one) => one !== customer && !ticket.cc.includes(one),
  );
  const cc = [...ticket.cc.filter((one) => !gone.includes(one)), ...fresh];
  const words = `At most ${maxCopies} people can be on copy.`;
  if (cc.length > maxCopies) throw new HttpError(422, words, { add: [words] });
  if (gone.length + fresh.length === 0) return cc;
  await sql`
    update ticketing.tickets set cc = ${cc}::text[] where customer_account = ${account} and id = ${id}`.execute(trx);
  await remember(unit, id, await touch(unit, id), [
    ...fresh.map((one): Line => ({ action: "copy", words: `Put ${one} on copy` })),
    ...gone.map((one): Line => ({ action: "copy", words: `Took ${one} off copy` })),
  ]);
  return cc;
}
