import { sql } from "kysely";
import type { Trx } from "../kit/database";

/** A part of the transaction in another account: row security sees that one, and then the first one again. */
export async function within<T>(trx: Trx, from: string, to: string, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('app.account', ${to}, true)`.execute(trx);
  const done = await work();
  await sql`select set_config('app.account', ${from}, true)`.execute(trx);
  return done;
}
