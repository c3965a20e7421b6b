import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import type { ChannelPlace } from "./tweets";

/** Seconds until the network takes a call of this kind again; 0: now. */
export async function readLimit(trx: Trx, { account, channel }: ChannelPlace, endpoint: string): Promise<number> {
  const found = await trx
    .selectFrom("social.rate_limits")
    .select("until")
    .where("customer_account", "=", account)
    .where("channel_id", "=", channel)
    .where("endpoint", "=", endpoint)
    .executeTakeFirst();
  return found ? Math.max(0, (found.until.getTime() - Date.now()) / 1_000) : 0;
}

/** All calls of this kind wait so long, or longer when that was known. */
export async function saveLimit(
  trx: Trx,
  { account, channel }: ChannelPlace,
  endpoint: string,
  seconds: number,
): Promise<void> {
  const until = new Date(Date.now() + seconds * 1_000);
  await trx
    .insertInto("social.rate_limits")
    .values({ customer_account: account, channel_id: channel, endpoint, until })
    .onConflict((conflict) =>
      conflict
        .columns(["customer_account", "channel_id", "endpoint"])
        .doUpdateSet({ until: sql`greatest(rate_limits.until, excluded.until)` }),
    )
    .execute();
}
