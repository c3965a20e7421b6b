import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { Carrier } from "./carrier";

/** A row is written again after this, and counts for as many times longer, seconds. */
const renewSeconds = 5;
export const freshSeconds = 15;

export type Link = { up: boolean; since: string | null; reason: string };

/** Writes down whether this worker's link is up: at each change, and again every few seconds. */
export function linkReporter({ db }: Database, carrier: Carrier, name: () => string | undefined) {
  let last = { told: "", at: Number.NEGATIVE_INFINITY };
  const deleteRows = (worker: string) =>
    db.deleteFrom("messaging.links").where("worker", "=", worker).where("connector", "=", carrier.name).execute();
  let mine: string | undefined;

  return {
    async report(): Promise<void> {
      const worker = name();
      if (!worker) return;
      const { up, reason } = carrier.link?.() ?? { up: carrier.ready(), reason: "" };
      const unanswered = carrier.window?.() ?? 0;
      const told = JSON.stringify([worker, up, reason, unanswered]);
      const now = performance.now();
      if (told === last.told && now - last.at < renewSeconds * 1000) return;
      if (mine && mine !== worker) await deleteRows(mine);
      mine = worker;
      await sql`
        insert into messaging.links as l (worker, connector, up, reason, max_unanswered)
        values (${worker}, ${carrier.name}, ${up}, ${reason.slice(0, 300)}, ${unanswered})
        on conflict (worker, connector) do update set up = excluded.up, reason = excluded.reason, seen_at = now(),
          max_unanswered = excluded.max_unanswered,
          since = case when l.up = excluded.up then l.since else now() end`.execute(db);
      last = { told, at: now };
    },
    async end(): Promise<void> {
      if (mine) await deleteRows(mine);
    },
  };
}

const LinkRow = z.object({ up: z.boolean(), since: z.date(), reason: z.string() });

/** Whether anything can leave now, or through one carrier, and since when it is so. Without a worker nothing can. */
export async function findLink({ db }: Pick<Database, "db">, connector?: string): Promise<Link> {
  const row = await checkedRow(
    db,
    LinkRow,
    sql`
    select l.up and fresh as up, case when fresh then l.since else l.seen_at end as since,
      case when fresh then l.reason else 'The process that sends messages has stopped.' end as reason
    from messaging.links l, lateral (select l.seen_at > now() - ${freshSeconds} * interval '1 second' as fresh) as f
    where ${connector ?? null}::text is null or l.connector = ${connector ?? null}
    order by 1 desc, fresh desc, since desc limit 1`,
  );
  if (!row) return { up: false, since: null, reason: "No process that sends messages is running." };
  return { ...row, since: row.since.toISOString() };
}
