import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, inAccount } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { WhatsappDeps } from "../deps";
import { publishEnd } from "../notices";
import { holdName } from "./names";
import { type BroadcastRow, broadcastRow } from "./store";

const Sums = z.object({
  /** Whether something may still change, and what is certain: in 1/10,000 KES. */
  open: z.boolean(),
  certain: z.number(),
  taken: z.number(),
  sent: z.number(),
  failed: z.number(),
});
type Sums = z.infer<typeof Sums>;

/**
 * Brings the money of a broadcast up to what was sent: while it runs what has arrived is charged, when it is over
 * everything that WhatsApp took, and the rest of the hold is given back. Totals, not steps: twice changes nothing.
 * @returns whether nothing of it is left to do
 */
export async function settle(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  id: number,
  { receiptsMs, unknownMs }: { receiptsMs: number; unknownMs: number },
): Promise<boolean> {
  const found = await inAccount(db, account, async (trx) => {
    const broadcast = await broadcastRow(trx, account, id);
    const sums = await checkedRow(
      trx,
      Sums,
      sql`
      select coalesce(bool_or(state in ('queued', 'sending', 'waiting')
          or (state = 'sent' and sent_at > now() - ${receiptsMs} * interval '1 millisecond')
          or (state = 'unknown' and tried_at > now() - ${unknownMs} * interval '1 millisecond')), false) as open,
        coalesce(sum(price) filter (where state in ('delivered', 'read')), 0)::bigint as certain,
        coalesce(sum(price) filter (where state in ('sent', 'delivered', 'read')), 0)::bigint as taken,
        (count(*) filter (where state in ('sent', 'delivered', 'read')))::int as sent,
        (count(*) filter (where state = 'failed'))::int as failed
      from whatsapp.recipients where customer_account = ${account} and broadcast_id = ${id}`,
    );
    return broadcast && sums ? { broadcast, sums } : undefined;
  });
  if (!found) return true;
  const { broadcast, sums } = found;
  if (["draft", "confirming", "scheduled"].includes(broadcast.status)) return false;
  const over = !sums.open;
  const units = Number(over ? sums.taken : sums.certain);
  const most = broadcast.cost_cents;
  const rounded = over ? costCents(1, units) : Math.floor(units / 100);
  const settled = Math.min(most, Math.max(broadcast.settled_cents, rounded));
  if (!over && settled === broadcast.settled_cents) return false;
  if (most > 0) {
    const body = { settled_cents: settled, released_cents: over ? most - settled : 0, closed: over };
    const answer = await deps.clientsOfAccount(account).billing.settle({
      params: { reference: holdName(id) },
      body,
    });
    // 404: it was cancelled before anything was held. 409: another worker was faster.
    if (answer.status !== 201 && answer.status !== 404 && answer.status !== 409)
      throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
    if (over && answer.status === 409) return false;
  }
  await keep(db, account, broadcast, { settled, over, sums });
  return over;
}

function keep(
  db: Database["db"],
  account: string,
  { id, status }: BroadcastRow,
  { settled, over, sums }: { settled: number; over: boolean; sums: Sums },
): Promise<void> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update whatsapp.broadcasts set settled_cents = ${settled} where customer_account = ${account} and id = ${id}`.execute(
      trx,
    );
    if (!over) return;
    const now = await broadcastRow(trx, account, id, "update");
    await sql`delete from whatsapp.queue where broadcast_id = ${id} and customer_account = ${account}`.execute(trx);
    if (!now || status === "cancelled" || now.status === "cancelled") return;
    await sql`
      update whatsapp.broadcasts set status = 'finished', stopped = '', wait_until = null, finished_at = now()
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await publishEnd(trx, account, now, sums);
  });
}
