import { sql } from "kysely";
import { z } from "zod";
import { leftOutReasons } from "../../../rules/whatsapp/left-out";
import { dailyLimit, roomAt, roomLeft } from "../../../rules/whatsapp/numbers";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { listReached } from "../numbers/reached";
import type { NumberRow } from "../numbers/store";
import { type BroadcastRow, broadcastRow } from "./store";

const batch = 40;

const NextRecipient = z.object({
  seq: z.number(),
  msisdn: z.string(),
  tries: z.number(),
  fields: z.record(z.string(), z.string()),
  reached: z.boolean(),
});
export type NextRecipient = z.infer<typeof NextRecipient>;

/** Those who are next, as far as the limit of the moving day lets them. */
export async function choose(
  trx: Trx,
  account: string,
  broadcast: BroadcastRow,
  number: NumberRow | undefined,
): Promise<NextRecipient[]> {
  const { id, business_id } = broadcast;
  const limit = dailyLimit(number?.tier ?? "");
  const day = await listReached(trx, account, business_id);
  const reachedAt = day.map(({ at }) => at.getTime());
  const now = Date.now();
  let room = roomLeft(limit, reachedAt, now);
  const reached = sql`exists (select from whatsapp.reached d where d.customer_account = ${account}
    and d.business_id = ${business_id} and d.msisdn = r.msisdn and d.at > now() - interval '1 day')`;
  const next = await checkedRows(
    trx,
    NextRecipient,
    sql`
    select r.seq, r.msisdn, r.tries, r.fields, ${reached} as reached from whatsapp.recipients r
    where r.customer_account = ${account} and r.broadcast_id = ${id} and r.state = 'queued'
      and (${room > 0} or ${reached})
    order by r.seq limit ${batch}`,
  );
  const chosen = next.filter((one) => one.reached || room-- > 0);
  const waits = chosen.length === 0 && roomLeft(limit, reachedAt, now) === 0;
  const until = waits ? new Date(roomAt(limit, reachedAt, now)) : null;
  if (until?.getTime() !== broadcast.wait_until?.getTime())
    await sql`
      update whatsapp.broadcasts set wait_until = ${until} where customer_account = ${account} and id = ${id}
        and (${until}::timestamptz is null or exists (select from whatsapp.recipients r where r.customer_account = ${account}
          and r.broadcast_id = ${id} and r.state = 'queued'))`.execute(trx);
  return chosen;
}

/** Marks them as leaving, and counts the customers. Who has said no in the meantime is left out. */
export async function take(
  trx: Trx,
  account: string,
  { id, business_id, category }: BroadcastRow,
  candidates: readonly NextRecipient[],
  optedOut: readonly string[],
): Promise<NextRecipient[]> {
  const now = await broadcastRow(trx, account, id, "share");
  if (now?.status !== "sending") return [];
  const seqs = candidates.map(({ seq }) => seq);
  const mine = sql`r.customer_account = ${account} and r.broadcast_id = ${id} and r.seq = any(${seqs}::int[]) and r.state = 'queued'`;
  await sql`
    update whatsapp.recipients r set state = 'left out', reason = ${leftOutReasons.blacklist}
    where ${mine} and r.msisdn = any(${texts(optedOut)})`.execute(trx);
  await sql`
    update whatsapp.recipients r set state = 'left out', reason = ${leftOutReasons.marketing}
    where ${mine} and ${category} = 'MARKETING' and exists (select from whatsapp.opt_outs o
      where o.customer_account = ${account} and o.msisdn = r.msisdn)`.execute(trx);
  const taken = await checkedRows(
    trx,
    NextRecipient,
    sql`
    update whatsapp.recipients r set state = 'sending', reason = '', tries = r.tries + 1, tried_at = now(), due_at = null
    where ${mine} returning r.seq, r.msisdn, r.tries, r.fields, false as reached`,
  );
  await sql`
    insert into whatsapp.reached (customer_account, business_id, msisdn)
    select ${account}, ${business_id}, msisdn from unnest(${texts(taken.map(({ msisdn }) => msisdn))}) as g (msisdn)
    on conflict (customer_account, business_id, msisdn) do update set at = excluded.at
      where reached.at <= now() - interval '1 day'`.execute(trx);
  return taken.sort((a, b) => a.seq - b.seq);
}
