import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { CountName } from "./states";

/** What changed in the counts of blasts, by their ids, and why messages failed. */
export type CountChanges = {
  counts: Map<number, Partial<Record<CountName | "parts" | "units", number>>>;
  reasons: { blast: number; reason: string }[];
};

const SubmittedRow = z.object({ submitted: z.number() });

/** Adds what changed to the counts of each blast, in the order of their ids. */
export async function writeCounts(trx: Trx, account: string, { counts, reasons }: CountChanges): Promise<void> {
  for (const [blast, change] of [...counts].sort(([a], [b]) => a - b)) {
    const { queued = 0, submitted = 0, delivered = 0, failed = 0, suppressed = 0, parts = 0, units = 0 } = change;
    const row = await checkedRow(
      trx,
      SubmittedRow,
      sql`
      update messaging.blast_counts set queued = queued + ${queued}, submitted = submitted + ${submitted},
        delivered = delivered + ${delivered}, failed = failed + ${failed}, suppressed = suppressed + ${suppressed},
        parts_accepted = parts_accepted + ${parts}, units_accepted = units_accepted + ${units},
        rate = case when ${rateIsDue} and rated_at is not null
          then greatest(0, (rated_queued - queued - ${queued}) / greatest(0.5, extract(epoch from now() - rated_at)))::int else rate end,
        rated_queued = case when ${rateIsDue} then queued + ${queued} else rated_queued end,
        rated_at = case when ${rateIsDue} then now() else rated_at end
      where customer_account = ${account} and blast_id = ${blast} returning submitted`,
    );
    // The last receipt: nothing is left to wait for.
    if (submitted < 0 && row?.submitted === 0)
      await sql`update messaging.awaiting_receipts set due = now() where blast_id = ${blast}`.execute(trx);
  }
  if (reasons.length === 0) return;
  await sql`
    insert into messaging.blast_reasons as b (customer_account, blast_id, reason, messages)
    select ${account}, blast_id, reason, count(*)
    from unnest(${reasons.map((one) => one.blast)}::bigint[], ${reasons.map((one) => one.reason)}::text[])
      as r (blast_id, reason)
    group by blast_id, reason order by blast_id, reason
    on conflict (customer_account, blast_id, reason) do update set messages = b.messages + excluded.messages`.execute(
    trx,
  );
}

const rateIsDue = sql`(rated_at is null or rated_at < now() - interval '1 second')`;
