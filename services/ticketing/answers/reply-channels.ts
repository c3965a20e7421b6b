import { sql } from "kysely";
import type { z } from "zod";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { CallerContext, TicketingContext } from "../context";
import type { AnswerChannel } from "../contract.answers";
import { TicketRow } from "../records/tickets";
import { whyNoChat } from "./by-chat";
import { whyNoSms } from "./by-sms";

const Reached = TicketRow.pick({
  contact_id: true,
  channel_id: true,
  merged_into: true,
  customer_phone: true,
  customer_email: true,
});
type Reached = z.infer<typeof Reached>;
/** The documented channel "SMS". */
const smsChannel = 5;

/** The channels of a ticket, the one by which it came first. */
export function replyChannels({
  customer_email,
  customer_phone,
  contact_id,
  channel_id,
}: Reached): { channel: AnswerChannel; to: string }[] {
  const email = customer_email ? [{ channel: "email" as const, to: customer_email }] : [];
  const sms = customer_phone ? [{ channel: "sms" as const, to: customer_phone }] : [];
  const chat = contact_id ? [{ channel: "chat" as const, to: contact_id }] : [];
  return channel_id === smsChannel ? [...sms, ...chat, ...email] : [...chat, ...email, ...sms];
}

/** @throws HttpError 422 when a comment can't go the way it was asked to: before anything is written */
export async function mustGo(
  service: TicketingContext,
  context: CallerContext,
  ticket: number,
  asked: { channel: AnswerChannel; body: string; files: number },
) {
  const { channel, body, files } = asked;
  if (channel === "email") return;
  const refuse = (words: string) => new HttpError(422, words, { reply_by: [words] });
  if (files > 0) throw refuse("Files can't go this way. Take them off, or reply by email.");
  const found = await service.read(context.account, (trx) => reachedBy(trx, context.account, ticket));
  const to = found && replyChannels(found).find((one) => one.channel === channel)?.to;
  if (!to) return;
  const why =
    channel === "sms"
      ? await whyNoSms(service.deps.clientsFor(context), { to, body })
      : await whyNoChat(service.deps.clientsOfAccount(context.account), to, body);
  if (why) throw refuse(why);
}

export function reachedBy(trx: Parameters<typeof checkedRow>[0], account: string, id: number) {
  return checkedRow(
    trx,
    Reached,
    sql`
    select customer_email, customer_phone, contact_id, channel_id, merged_into from ticketing.tickets
    where customer_account = ${account} and id = ${id}`,
  );
}
