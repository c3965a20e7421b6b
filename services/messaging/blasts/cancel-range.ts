import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";

const ChunkRange = z.object({ first_seq: z.number(), last_seq: z.number() });

/** The chunks that no worker holds; a worker cancels the rest of its own when it hears of it. */
export async function cancelWaiting(trx: Trx, account: string, blast: number): Promise<void> {
  const rows = await checkedRows(
    trx,
    ChunkRange,
    sql`
    delete from messaging.chunks where blast_id = ${blast} and owner is null returning first_seq, last_seq`,
  );
  const first = Math.min(...rows.map((row) => row.first_seq));
  const last = Math.max(...rows.map((row) => row.last_seq));
  const held = await checkedRows(
    trx,
    ChunkRange,
    sql`
    select first_seq, last_seq from messaging.chunks where blast_id = ${blast}`,
  );
  if (rows.length > 0) await cancelRange(trx, account, blast, first, last, held);
}

const CancelledCount = z.object({ messages: z.number() });

/** Cancels what is queued between two places, except in the chunks that somebody is sending. */
export async function cancelRange(
  trx: Trx,
  account: string,
  blast: number,
  first: number,
  last: number,
  except: readonly { first_seq: number; last_seq: number }[] = [],
): Promise<void> {
  await sql`select from messaging.blast_counts where customer_account = ${account} and blast_id = ${blast} for update`.execute(
    trx,
  );
  const row = await checkedRow(
    trx,
    CancelledCount,
    sql`
    with gone as (
      update messaging.messages m set status = 'cancelled', done_at = now()
      where customer_account = ${account} and blast_id = ${blast} and seq between ${first} and ${last}
        and status = 'queued'
        and not exists (
          select from unnest(${except.map((one) => one.first_seq)}::int[], ${except.map((one) => one.last_seq)}::int[])
            as busy (first_seq, last_seq)
          where m.seq between busy.first_seq and busy.last_seq)
      returning parts, sent_mask
    ) select count(*)::int as messages from gone`,
  );
  const messages = row?.messages ?? 0;
  await sql`
    update messaging.blast_counts set queued = queued - ${messages}, cancelled = cancelled + ${messages}
    where customer_account = ${account} and blast_id = ${blast}`.execute(trx);
}
