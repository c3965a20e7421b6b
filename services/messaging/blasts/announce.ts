import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";

/** Tells the live pages, and every worker that the queue has changed. */
export async function announce(trx: Trx, account: string, blast: number, status: string): Promise<void> {
  await append(trx, account, "blast", { id: blast, status });
  await sql`select pg_notify('sending', ${String(blast)})`.execute(trx);
}
