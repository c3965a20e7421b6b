import { type Kysely, sql } from "kysely";
import type { DB } from "../tables";

/**
 * Counts a try before it is judged and answers how many there are in the key's window, this one included. Of tries
 * that come at once each gets a number of its own. `times: 0` only reads.
 */
export async function countTry(
  db: Kysely<DB>,
  { key, seconds, times = 1 }: { key: string; seconds: number; times?: 0 | 1 },
): Promise<number> {
  const young = sql<boolean>`identity.attempts.at > now() - make_interval(secs => ${seconds})`;
  const row = await db
    .insertInto("identity.attempts")
    .values({ key, times })
    .onConflict((on) =>
      on.column("key").doUpdateSet({
        times: sql`case when ${young} then identity.attempts.times else 0 end + excluded.times`,
        at: sql`case when ${young} then identity.attempts.at else now() end`,
      }),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return row.times;
}

/** Forgets every try of a key. */
export async function forgive(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom("identity.attempts").where("key", "=", key).execute();
}

/** Takes one try back: it was a right one. */
export async function uncountTry(db: Kysely<DB>, key: string): Promise<void> {
  await db
    .updateTable("identity.attempts")
    .set({ times: sql`times - 1` })
    .where("key", "=", key)
    .where("times", ">", 0)
    .execute();
}
