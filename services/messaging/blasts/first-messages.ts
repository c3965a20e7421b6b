import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { announce } from "./announce";
import { publishFirstSent } from "./notices";

/*
 * A blast may begin with its first messages alone: `pause_after` says how many. Their chunk is taken as any other; the
 * chunks behind it are not due before somebody resumes the blast.
 */

/** After how many messages a blast waits; null: it does not. */
export async function setPauseAfter(trx: Trx, account: string, blast: number, messages: number | null): Promise<void> {
  await trx
    .updateTable("messaging.blasts")
    .set({ pause_after: messages })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
}

/** The first messages are out. One that was paused or stopped meanwhile stays as it is. */
export async function waitAfterFirst(trx: Trx, account: string, blast: number, messages: number): Promise<void> {
  const waits = await trx
    .updateTable("messaging.blasts")
    .set({ status: "paused" })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .where("status", "=", "sending")
    .returning("id")
    .executeTakeFirst();
  if (!waits) return;
  await trx.updateTable("messaging.queue").set({ state: "paused" }).where("blast_id", "=", blast).execute();
  await announce(trx, account, blast, "paused");
  await publishFirstSent(trx, account, blast, messages);
}

/** Somebody has resumed a blast: what waits behind the first messages may be taken, once these are out. */
export async function releaseRest(trx: Trx, account: string, blast: number, messages: number | null): Promise<void> {
  if (messages === null) return;
  const found = await hasRows(
    trx,
    sql`select from messaging.chunks
    where blast_id = ${blast} and last_seq <= ${messages} and round = 0`,
  );
  if (found) return;
  await setPauseAfter(trx, account, blast, null);
  await sql`update messaging.chunks set not_before = now()
    where blast_id = ${blast} and not_before = 'infinity'`.execute(trx);
}
