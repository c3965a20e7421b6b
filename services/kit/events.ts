import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DB } from "../tables";
import type { Trx } from "./database";

export type Event = { seq: number; kind: string; body: Record<string, unknown>; at: Date };

/**
 * Writes one event into the account's log, in the transaction of the change. The cursor row is locked until the
 * commit, so sequence numbers become visible in order and without gaps: a reader at n has seen all up to n.
 */
export async function append(trx: Trx, account: string, kind: string, body: Record<string, unknown>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with next as (
      insert into events.cursor (customer_account, seq) values (${account}, 1)
      on conflict (customer_account) do update set seq = events.cursor.seq + 1
      returning seq
    ), written as (
      insert into events.log (customer_account, seq, kind, body)
      select ${account}, seq, ${kind}, ${JSON.stringify(body)}::jsonb from next
    )
    select seq, pg_notify('events', ${account} || ' ' || seq) from next`.execute(trx);
  const seq = rows[0]?.seq;
  if (seq === undefined) throw new Error("the event log gave no sequence number");
  return seq;
}

/** What happened after the cursor, oldest first. */
export async function since(db: Kysely<DB>, account: string, cursor: number, limit = 500): Promise<Event[]> {
  const rows = await db
    .selectFrom("events.log")
    .select(["seq", "kind", "body", "at"])
    .where("customer_account", "=", account)
    .where("seq", ">", cursor)
    .orderBy("seq")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, body: row.body as Record<string, unknown> }));
}
