import { sql } from "kysely";
import { type Database, readAccount } from "../kit/database";
import type { Came } from "./contract";

/** What came in on a channel: the newest first, or from one on (`after`) in its order. */
export function cameSince(
  db: Database["db"],
  account: string,
  channel: number,
  { after, limit }: { after?: number; limit: number },
): Promise<Came[]> {
  return readAccount(db, account, async (trx) => {
    const { rows } = await sql<Came & { received_at: Date; ended: Date | null }>`
      select id, received_at, done_at as ended, length(body) as bytes, did, fault from social.webhooks
      where customer_account = ${account} and channel_id = ${channel} and id > ${after ?? 0}
      order by id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`.execute(trx);
    return rows.map(({ received_at, ended, ...one }) => ({
      ...one,
      at: received_at.toISOString(),
      done_at: ended?.toISOString() ?? null,
    }));
  });
}
