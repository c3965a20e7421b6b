import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "./database";
import type { Decision } from "./limits";
import { checkedRow } from "./row-schema";

/** A table of uses: key, used, until. */
type UsesTable = "webchat.uses" | "crm.form_uses";
/** One use in so many sweeps out what is over. */
const sweepEvery = 200;

const UsedRow = z.object({ used: z.number() });

const WaitRow = z.object({ wait: z.number() });

/**
 * What somebody may do in a window that begins with its first use, counted in PostgreSQL: all processes share it, and a
 * restart forgets nothing. A use over the limit is not counted, so that a window ends when it ends.
 */
export function countedUses({ db }: Database, table: UsesTable, what: string, limit: number, seconds: number) {
  const uses = sql.table(table);
  return {
    async take(whose: string): Promise<Decision> {
      const key = `${what} ${whose}`;
      const row = await checkedRow(
        db,
        UsedRow,
        sql`
        insert into ${uses} as u (key, used, until)
        values (${key}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          used = case when u.until <= now() then 1 else u.used + 1 end,
          until = case when u.until <= now() then excluded.until else u.until end
          where u.until <= now() or u.used < ${limit}
        returning used`,
      );
      if (Math.random() < 1 / sweepEvery)
        await sql`
          delete from ${uses} where key in (
            select key from ${uses} where until < now() limit 1000 for update skip locked)`.execute(db);
      if (row) return { allowed: true, left: limit - row.used };
      const wait = await checkedRow(
        db,
        WaitRow,
        sql`
        select greatest(1, ceil(extract(epoch from until - now())))::int as wait from ${uses}
        where key = ${key}`,
      );
      return { allowed: false, retryAfter: wait?.wait ?? 1 };
    },
  };
}
