import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { ProgramMessage } from "../contract.messages";

const MessageRow = ProgramMessage.omit({ id: true }).extend({
  blast_id: z.number(),
  seq: z.number(),
  submitted_at: z.date().nullable(),
  done_at: z.date().nullable(),
});
export type MessageRow = z.infer<typeof MessageRow>;

/** "161-1": how programs name a message. */
export function messageId(blast: number, seq: number): string {
  return `${blast}-${seq}`;
}

export function asProgramMessage({ blast_id, seq, submitted_at, done_at, ...row }: MessageRow): ProgramMessage {
  return {
    ...row,
    id: messageId(blast_id, seq),
    submitted_at: submitted_at?.toISOString() ?? null,
    done_at: done_at?.toISOString() ?? null,
  };
}

function select(trx: Trx, account: string, where: RawBuilder<unknown>): Promise<MessageRow[]> {
  return checkedRows(
    trx,
    MessageRow,
    sql`select m.blast_id, m.seq, m.msisdn as to, r.reference, m.status, m.reason, m.parts, m.submitted_at, m.done_at
      from messaging.messages m
      left join messaging.message_references r
        on r.customer_account = m.customer_account and r.blast_id = m.blast_id and r.seq = m.seq
      where m.customer_account = ${account} and ${where}`,
  );
}

/** All messages of a blast, in order. */
export function messagesIn(trx: Trx, account: string, blast: number): Promise<MessageRow[]> {
  return select(trx, account, sql`m.blast_id = ${blast} order by m.seq`);
}

export async function findMessage(trx: Trx, account: string, id: string): Promise<MessageRow | undefined> {
  const [blast, seq] = id.split("-").map(Number);
  return (await select(trx, account, sql`m.blast_id = ${blast} and m.seq = ${seq}`))[0];
}

/** Those with the reference that a program gave them, newest first. */
export function messagesWithReference(trx: Trx, account: string, reference: string): Promise<MessageRow[]> {
  return select(
    trx,
    account,
    sql`(m.blast_id, m.seq) in (select blast_id, seq from messaging.message_references
      where customer_account = ${account} and reference = ${reference} order by blast_id desc limit 100)
    order by m.blast_id desc, m.seq desc limit 100`,
  );
}
