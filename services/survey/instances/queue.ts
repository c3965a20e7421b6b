import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { WhatsappMessage } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { bigints, json } from "../../kit/rows";
import { WhatsappForm } from "../../social/contract.whatsapp";
import { instanceChannels } from "../contract.runs";
import type { SessionRow } from "../sessions/store";

/** The job that sends what is said in sessions: `{ account, batch }`. */
export const sendTask = "survey.send";

/** A message on WhatsApp of which nothing was heard for so long is sent once more. */
export const unheardMinutes = 15;
/** How often a message on WhatsApp is sent. */
export const maxTries = 2;

export type NewMessage = {
  instance: number;
  session: number;
  channel: (typeof instanceChannels)[number];
  /** Where it comes from: the sender ID, or the channel of the WhatsApp number. */
  from: string;
  text: string;
  form?: WhatsappMessage;
  expects: boolean;
  /** It may be a template where the reply window is closed. */
  opening?: boolean;
};

/** Where a session is answered. */
export function replyPlace({ current_channel, sender, number_id }: SessionRow): Pick<NewMessage, "channel" | "from"> {
  return current_channel === "whatsapp"
    ? { channel: "whatsapp", from: String(number_id ?? "") }
    : { channel: "sms", from: sender };
}

/** So few SMS go first and at any hour in messaging: an answer is not held back by the hours of other messages. */
const mostAnswers = 10;

/** Answers what came at the same time: those to a run from one place together, in order and to each session once. */
export async function queueAnswers(trx: Trx, account: string, answers: readonly NewMessage[]): Promise<void> {
  const batches: NewMessage[][] = [];
  for (const answer of answers) {
    const fits = (batch: readonly NewMessage[]) =>
      batch.length < mostAnswers &&
      batch[0]?.instance === answer.instance &&
      !batch.some(({ session }) => session === answer.session);
    const batch = batches.find(fits);
    if (batch) batch.push(answer);
    else batches.push([answer]);
  }
  for (const batch of batches) await queueMessages(trx, account, batch);
}

/** Says something in sessions: what comes from one place is sent together, once, when the transaction is done. */
export async function queueMessages(trx: Trx, account: string, messages: readonly NewMessage[]): Promise<void> {
  const batches = new Map<string, NewMessage[]>();
  for (const message of messages) {
    const place = `${message.channel} ${message.from}`;
    const together = batches.get(place) ?? [];
    together.push(message);
    batches.set(place, together);
  }
  for (const together of batches.values()) {
    const batch = randomUUID();
    await sql`
      insert into survey.messages (customer_account, instance_id, session_id, batch, channel, sender, text, form, expects,
        opening)
      select ${account}, x.instance, x.session, ${batch}::uuid, x.channel, case x.channel when 'sms' then x."from" end, x.text,
        x.form, x.expects, coalesce(x.opening, false)
      from jsonb_to_recordset(${json(together)}) as x (instance bigint, session bigint, channel text, "from" text, text text,
        form jsonb, expects boolean, opening boolean)`.execute(trx);
    await queueBatch(trx, account, batch);
  }
}

/** @param at later, where the network said so */
export function queueBatch(trx: Trx, account: string, batch: string, at?: Date): Promise<void> {
  const key = `${sendTask} ${account} ${batch}${at ? " later" : ""}`;
  return sendLater(trx, sendTask, { account, batch }, { key, ...(at ? { at } : {}) });
}

const Count = z.number().int();
const WaitingMessage = z.object({
  id: Count,
  instance_id: Count,
  session_id: Count,
  channel: z.enum(instanceChannels),
  sender: z.string(),
  number_id: Count.nullable(),
  msisdn: z.string(),
  text: z.string(),
  form: WhatsappForm.nullable(),
  expects: z.boolean(),
  /** Who joined by a keyword gets no template: they wrote, and cost what they answer. */
  opening: z.boolean(),
  template_id: Count.nullable(),
  opening_text: z.string(),
  /** Of a template to this person, in 1/10,000 KES. */
  price: Count,
  question_id: Count.nullable(),
  dry_run: z.boolean(),
  /** What its run has held for SMS. */
  sms_held_cents: Count,
});
export type WaitingMessage = z.infer<typeof WaitingMessage>;

/** What is to be sent of a batch: one place that it comes from, each number once. A person who was erased gets nothing. */
export function listWaiting(trx: Trx, account: string, batch: string): Promise<WaitingMessage[]> {
  return checkedRows(
    trx,
    WaitingMessage,
    sql`select m.id, m.instance_id, m.session_id, m.channel, coalesce(m.sender, x.sender) as sender, x.number_id, x.msisdn, m.text, m.form, m.expects,
        m.opening and not coalesce(r.joined, false) as opening, i.template_id, i.opening_text, coalesce(r.price, 0) as price, x.question_id, x.dry_run, i.sms_held_cents
      from survey.messages m
      join survey.sessions x on x.customer_account = m.customer_account and x.id = m.session_id
      join survey.instances i on i.customer_account = m.customer_account and i.id = m.instance_id
      left join survey.recipients r on r.customer_account = m.customer_account and r.instance_id = m.instance_id
        and r.msisdn = x.msisdn
      where m.customer_account = ${account} and m.batch = ${batch}::uuid and x.msisdn <> ''
        and (m.state = 'waiting' or (m.state = 'sending'
          and m.tried_at < now() - ${unheardMinutes} * interval '1 minute'))
      order by m.id limit 1000`,
  );
}

const BatchRow = z.object({ batch: z.string() });

/** Sends again what a trouble kept back. @param minutes only what waits for longer */
export async function queueKeptBack(trx: Trx, account: string, instance: number, minutes = 0): Promise<void> {
  const kept = await checkedRows(
    trx,
    BatchRow,
    sql`select distinct batch from survey.messages
      where customer_account = ${account} and instance_id = ${instance} and (
        (state = 'waiting' and coalesce(tried_at, at) <= now() - ${minutes} * interval '1 minute')
        or (state = 'sending' and tried_at < now() - ${unheardMinutes} * interval '1 minute'))`,
  );
  for (const { batch } of kept) await queueBatch(trx, account, batch);
}

/** Ends messages that are no longer to be sent. */
export async function dropWaiting(
  trx: Trx,
  account: string,
  sessions: readonly number[],
  reason: string,
): Promise<void> {
  await sql`
    update survey.messages set state = 'refused', reason = ${reason}
    where customer_account = ${account} and session_id = any(${bigints(sessions)}) and state = 'waiting'`.execute(trx);
}
