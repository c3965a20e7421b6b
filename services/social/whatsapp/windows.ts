import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";

/** Notes that a customer wrote; what comes late or twice sets nothing back. @param at milliseconds */
export async function noteWindow(
  trx: Trx,
  account: string,
  channel: number,
  { external_id, at }: { external_id: string; at: number },
): Promise<void> {
  await sql`
    insert into social.reply_windows (customer_account, channel_id, external_id, at)
    values (${account}, ${channel}, ${external_id}, ${new Date(Math.min(at, Date.now()))})
    on conflict (customer_account, channel_id, external_id) do update set at = excluded.at
      where reply_windows.at < excluded.at`.execute(trx);
}

const ExternalIdRow = z.object({ external_id: z.string() });

/** Those who wrote within the last 24 hours, less a minute for the way there. */
export async function listOpenWindows(
  trx: Trx,
  account: string,
  channel: number,
  ids: readonly string[],
): Promise<string[]> {
  const open = await checkedRows(
    trx,
    ExternalIdRow,
    sql`select external_id from social.reply_windows where customer_account = ${account} and channel_id = ${channel}
      and external_id = any(${texts(ids)}) and at > now() - interval '23 hours 59 minutes'`,
  );
  return open.map(({ external_id }) => external_id);
}

/** Windows that have closed. */
export async function forgetOldWindows(trx: Trx, account: string, channel: number): Promise<void> {
  await sql`
    delete from social.reply_windows
    where customer_account = ${account} and channel_id = ${channel} and at < now() - interval '1 day'`.execute(trx);
}
