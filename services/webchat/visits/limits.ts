import { sql } from "kysely";
import type { Database } from "../../kit/database";
import { type Decision, tokenBucket } from "../../kit/limits";

/** How often one address (IPv6: one /64) may do what (statement M42); a setting of the operator's. */
export type VisitLimits = { sessions: number; chats: number; updates: number; uploads: number; transcripts: number };

/** In an hour; new chats in twelve. */
export const usualLimits: VisitLimits = { sessions: 5, chats: 6, updates: 60, uploads: 60, transcripts: 30 };

const hour = 3600;
/** One use in so many sweeps out what is over. */
const sweepEvery = 200;

/**
 * What an address may do in a window that begins with its first use, counted in PostgreSQL: all processes share it, and
 * a restart forgets nothing. A use over the limit is not counted, so that a window ends when it ends.
 */
function counted({ db }: Database, what: keyof VisitLimits, limit: number, seconds: number) {
  return {
    async take(address: string): Promise<Decision> {
      const key = `${what} ${address}`;
      const { rows } = await sql<{ used: number }>`
        insert into webchat.uses as u (key, used, until)
        values (${key}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          used = case when u.until <= now() then 1 else u.used + 1 end,
          until = case when u.until <= now() then excluded.until else u.until end
          where u.until <= now() or u.used < ${limit}
        returning used`.execute(db);
      if (Math.random() < 1 / sweepEvery) await sweep(db);
      const [row] = rows;
      if (row) return { allowed: true, left: limit - row.used };
      const wait = await sql<{ wait: number }>`
        select greatest(1, ceil(extract(epoch from until - now())))::int as wait from webchat.uses
        where key = ${key}`.execute(db);
      return { allowed: false, retryAfter: wait.rows[0]?.wait ?? 1 };
    },
  };
}

/** Takes out what no longer counts, whatever another process takes out at the same time. */
async function sweep(db: Database["db"]): Promise<void> {
  await sql`
    delete from webchat.uses where key in (
      select key from webchat.uses where until < now() limit 1000 for update skip locked)`.execute(db);
}

/** Limits by address stand in the database; floods of one visitor are slowed by each process for itself. */
export function visitCounters(database: Database, limits: VisitLimits, now?: () => number) {
  const clock = now ? { now } : {};
  const perHour = (what: keyof VisitLimits) => counted(database, what, limits[what], hour);
  return {
    sessions: perHour("sessions"),
    chats: counted(database, "chats", limits.chats, 12 * hour),
    updates: perHour("updates"),
    uploads: perHour("uploads"),
    transcripts: perHour("transcripts"),
    /** By visitor: a fast writer passes, a flood does not. */
    messages: tokenBucket({ burst: 20, perSecond: 1, keys: 100_000, ...clock }),
    typing: tokenBucket({ burst: 3, perSecond: 1, keys: 100_000, ...clock }),
    links: tokenBucket({ burst: 5, perSecond: 0.2, keys: 100_000, ...clock }),
    /** By address: what needs no session. */
    faqs: tokenBucket({ burst: 60, perSecond: 2, keys: 100_000, ...clock }),
  };
}
export type VisitCounters = ReturnType<typeof visitCounters>;
