import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { cancelIn } from "../blasts/moves";
import { messagesTo } from "./data";

/** Days after which a message centre gives no receipt any more: no SMS lives longer. */
const receiptDays = 3;

const UnsentRow = z.object({ id: z.number(), seq: z.number(), on_its_way: z.boolean() });

const InHandRow = z.object({ in_hand: z.boolean() });

const BlastIdRow = z.object({ blast_id: z.number() });

/**
 * Takes a number out of everything that has not left: drafts, scheduled, paused and running blasts. A blast that was
 * for nobody else is cancelled, and its money given back.
 * @throws HttpError 409 while a message to it is on its way: its receipt is still to come, or a worker has it in hand
 */
export async function cancelUnsent(trx: Trx, account: string, msisdn: string): Promise<void> {
  const found = await checkedRows(
    trx,
    UnsentRow,
    sql`
    select b.id, m.seq, m.status = 'submitted'
      and coalesce(m.submitted_at > now() - make_interval(days => ${receiptDays}), true) as on_its_way
    from ${messagesTo(account, msisdn)} and m.status in ('queued', 'submitted', 'unknown') order by b.id`,
  );
  const blasts = found.map(({ id }) => id);
  const seqs = found.map(({ seq }) => seq);
  // In the order of the senders: the blast, its chunk, its counts, its messages.
  await sql`select from messaging.blasts where customer_account = ${account} and id = any(${blasts}::bigint[])
    order by id for update`.execute(trx);
  const chunks = await checkedRows(
    trx,
    InHandRow,
    sql`
    select c.owner is not null and c.lease_until > now() as in_hand from messaging.chunks c
    join unnest(${blasts}::bigint[], ${seqs}::int[]) as one (blast_id, seq)
      on one.blast_id = c.blast_id and one.seq between c.first_seq and c.last_seq
    order by c.blast_id, c.first_seq for update of c`,
  );
  if (found.some((row) => row.on_its_way) || chunks.some((chunk) => chunk.in_hand))
    throw new HttpError(409, "A message to this person is still on its way. Erasing continues when it has arrived.");
  await sql`select from messaging.blast_counts where customer_account = ${account} and blast_id = any(${blasts}::bigint[])
    order by blast_id for update`.execute(trx);
  const cancelled = await checkedRows(
    trx,
    BlastIdRow,
    sql`
    update messaging.messages m set status = 'cancelled', done_at = now()
    from unnest(${blasts}::bigint[], ${seqs}::int[]) as one (blast_id, seq)
    where m.customer_account = ${account} and m.blast_id = one.blast_id and m.seq = one.seq and m.status = 'queued'
    returning m.blast_id`,
  );
  const touched = cancelled.map((row) => row.blast_id);
  const empty = await checkedRows(
    trx,
    BlastIdRow,
    sql`
    with counted as (
      update messaging.blast_counts set queued = queued - 1, cancelled = cancelled + 1
      where customer_account = ${account} and blast_id = any(${touched}::bigint[]) returning blast_id, queued
    )
    select c.blast_id from counted c join messaging.blasts b on b.customer_account = ${account} and b.id = c.blast_id
    where c.queued = 0 and b.status in ('draft', 'scheduled', 'paused') order by c.blast_id`,
  );
  for (const { blast_id } of empty) await cancelIn(trx, account, blast_id);
}
