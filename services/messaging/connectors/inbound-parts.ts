import { sql } from "kysely";
import { addPart, type PartialMessage, type PartStore } from "../../connectors/smpp/reassemble";
import type { Database } from "../../kit/database";

/** Where parts of long inbound messages wait, so that a restart in between loses none. */
export function durableParts({ db }: Database): PartStore {
  return {
    add: ({ key, ...part }) =>
      db.transaction().execute(async (trx) => {
        // The key's lock, also while it has no row yet.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`part ${key}`}, 0))`.execute(trx);
        const row = await trx
          .selectFrom("messaging.inbound_parts")
          .select("waiting")
          .where("key", "=", key)
          .executeTakeFirst();
        const { waiting, whole } = addPart(row?.waiting as PartialMessage | undefined, { ...part, key }, Date.now());
        const text = JSON.stringify(waiting);
        await trx
          .insertInto("messaging.inbound_parts")
          .values({ key, waiting: text })
          .onConflict((on) => on.column("key").doUpdateSet({ waiting: text, at: sql<Date>`now()` }))
          .execute();
        return { whole, since: waiting.since };
      }),
    async done(key) {
      await sql`update messaging.inbound_parts set waiting = jsonb_set(waiting, '{done}', 'true') where key = ${key}`.execute(
        db,
      );
    },
  };
}
