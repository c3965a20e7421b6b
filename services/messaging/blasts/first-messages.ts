import { sql } from "kysely";
import type { Trx } from "../../kit/database";

/** After how many messages a blast waits; null: it does not. */
export async function setPauseAfter(trx: Trx, account: string, blast: number, messages: number | null): Promise<void> {
  await trx
    .updateTable("messaging.blasts")
    .set({ pause_after: messages })
    .where("customer_account", "=", account)
    .where("id", "=", blast)
    .execute();
}

/** What waited behind the first messages may be taken. */
export async function letGo(trx: Trx, account: string, blast: number): Promise<void> {
  await setPauseAfter(trx, account, blast, null);
  await sql`update messaging.chunks set not_before = now()
    where blast_id = ${blast} and not_before = 'infinity'`.execute(trx);
}
