import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { deleteNotices } from "../../kit/notice-store";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { noticeKinds } from "../contract.notices";

/** The job that removes a deleted ticket for good once nobody may bring it back any more. */
export const purgeTask = "ticketing.purge";

export async function purgeLater(trx: Trx, account: string, ticket: number, at: Date): Promise<void> {
  await sendLater(trx, purgeTask, { account, ticket }, { at, key: `${purgeTask} ${account} ${ticket}` });
}

/**
 * Of these tickets those that were deleted before a moment, with all that were merged into them. One that was merged
 * stays as long as its target: what was written on it is there.
 */
export async function purgeable(trx: Trx, account: string, ids: readonly number[], before: Date): Promise<number[]> {
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    with recursive gone as (
      select id from ticketing.tickets
      where customer_account = ${account} and id = any(${bigints(ids)}) and deleted_at <= ${before} and merged_into is null
      union
      select t.id from ticketing.tickets t join gone g on t.customer_account = ${account} and t.merged_into = g.id)
    select id from gone order by id`,
  );
  return found.map(({ id }) => id);
}

/** Removes tickets and everything that hangs on them. Their files' bytes are the uploads service's to drop, before this. */
export async function purge(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const their = bigints(ids);
  for (const table of ["history", "automation_runs", "due_timers"])
    await sql`
      delete from ${sql.table(`ticketing.${table}`)} where customer_account = ${account} and ticket_id = any(${their})`.execute(
      trx,
    );
  await deleteNotices(trx, account, { kinds: noticeKinds, ids });
  await sql`
    delete from ticketing.merges where customer_account = ${account}
      and (source_id = any(${their}) or target_id = any(${their}))`.execute(trx);
  await sql`
    update ticketing.tickets set merged_into = null
    where customer_account = ${account} and id = any(${their}) and merged_into is not null`.execute(trx);
  await sql`delete from ticketing.tickets where customer_account = ${account} and id = any(${their})`.execute(trx);
}
