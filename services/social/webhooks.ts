import { sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount } from "../kit/database";
import { checkedRows } from "../kit/row-schema";
import { Came } from "./contract";

const CameRow = Came.omit({ at: true, done_at: true }).extend({ received_at: z.date(), ended: z.date().nullable() });

/** What came in on a channel: the newest first, or from one on (`after`) in its order. */
export function cameSince(
  db: Database["db"],
  account: string,
  channel: number,
  { after, limit }: { after?: number; limit: number },
): Promise<Came[]> {
  return readAccount(db, account, async (trx) => {
    const rows = await checkedRows(
      trx,
      CameRow,
      sql`
      select id, received_at, done_at as ended, length(body) as bytes, did, fault from social.webhooks
      where customer_account = ${account} and channel_id = ${channel} and id > ${after ?? 0}
      order by id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`,
    );
    return rows.map(({ received_at, ended, ...one }) => ({
      ...one,
      at: received_at.toISOString(),
      done_at: ended?.toISOString() ?? null,
    }));
  });
}
