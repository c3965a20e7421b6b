import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { type Database, inAccount } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { BlastDeps } from "./deps";
import { holdName } from "./moves";
import { awaitReceipts } from "./receipts-end";

/** A hold that billing does not know may still be on its way from a confirmation; after this it is not, ms. */
const holdMayCome = 60_000;

const Live = z.object({
  blast_id: z.number(),
  customer_account: z.string(),
  state: z.string(),
  over: z.boolean(),
  age_ms: z.number(),
});
type Live = z.infer<typeof Live>;

/**
 * Brings the money of every live blast up to what was sent. While it runs only whole cents that are certain are
 * charged; when it is over the charge is rounded once and the rest of the hold is given back, so charged and given
 * back are together what was held. Totals, not steps: doing it twice, or in two workers, changes nothing.
 */
export function settlement(database: Database, deps: BlastDeps, onError: (error: unknown) => void) {
  const charged = new Map<number, number>();

  async function settleOne(live: Live): Promise<void> {
    const { blast_id: blast, customer_account: account } = live;
    const found = await inAccount(database.db, account, (trx) =>
      trx
        .selectFrom("messaging.blasts as b")
        .innerJoin("messaging.blast_counts as c", (on) =>
          on.onRef("c.customer_account", "=", "b.customer_account").onRef("c.blast_id", "=", "b.id"),
        )
        .select(["b.cost_cents", "c.units_accepted"])
        .where("b.customer_account", "=", account)
        .where("b.id", "=", blast)
        .executeTakeFirst(),
    );
    if (!found) return;
    const { cost_cents: held, units_accepted: units } = found;
    const settled = Math.min(held, live.over ? costCents(1, units) : Math.floor(units / 100));
    if (!live.over && (settled === 0 || charged.get(blast) === settled)) return;
    const released = live.over ? held - settled : 0;
    if (held > 0) {
      const body = { settled_cents: settled, released_cents: released, closed: live.over };
      const answer = await deps.billingFor(account).settle({ params: { reference: holdName(blast) }, body });
      if (answer.status === 404 && live.age_ms < holdMayCome) return;
      // 409: another worker has charged more in the meantime.
      if (answer.status !== 201 && answer.status !== 404 && answer.status !== 409)
        throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
      if (live.over && answer.status === 409) return;
    }
    charged.set(blast, settled);
    if (!live.over) return;
    charged.delete(blast);
    await inAccount(database.db, account, async (trx) => {
      await awaitReceipts(trx, account, blast);
      await trx.deleteFrom("messaging.queue").where("blast_id", "=", blast).execute();
    });
  }

  return async function settle(): Promise<void> {
    const rows = await checkedRows(
      database.db,
      Live,
      sql`
      select blast_id, customer_account, state,
        state in ('cancelled', 'finished') and not exists (select from messaging.chunks c where c.blast_id = q.blast_id) as over,
        (extract(epoch from now() - created_at) * 1000)::int as age_ms
      from messaging.queue q where state in ('sending', 'paused', 'cancelled', 'finished')
        or (state = 'scheduled' and turn > '-infinity')`,
    );
    for (const live of rows) await settleOne(live).catch(onError);
  };
}
