import { sql } from "kysely";
import { clientKey } from "../../kit/address";
import type { Database } from "../../kit/database";
import { type Decision, tokenBucket } from "../../kit/limits";

type Limited = "sessions" | "chats" | "updates" | "uploads" | "transcripts";
/**
 * How often one session may do what (statement M42), and for how many sessions one address (IPv6: one /64) may count: a
 * mobile network is one address for a town. Settings of the operator's.
 */
export type VisitLimits = { [what in Limited]: number } & { visitors: number };

/** In an hour; new chats in twelve. */
export const usualLimits: VisitLimits = {
  ...{ sessions: 5, chats: 6, updates: 60, uploads: 60, transcripts: 30 },
  visitors: 200,
};

const hour = 3600;
/** One use in so many sweeps out what is over. */
const sweepEvery = 200;

/**
 * What a session or an address may do in a window that begins with its first use, counted in PostgreSQL: all processes
 * share it, and a restart forgets nothing. A use over the limit is not counted, so that a window ends when it ends.
 */
function counted({ db }: Database, what: Limited, limit: number, seconds: number) {
  return {
    async take(whose: string): Promise<Decision> {
      const key = `${what} ${whose}`;
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

/** Whose use it is: the visitor's, where there is a session, and their address's. */
export type User = { visitor?: string | undefined; address: string };

/** The session first: what it is refused does not count against everybody else behind its address. */
function shared(database: Database, limits: VisitLimits, what: Limited, seconds: number) {
  const one = counted(database, what, limits[what], seconds);
  const all = counted(database, what, limits[what] * limits.visitors, seconds);
  return {
    async take({ visitor, address }: User): Promise<Decision> {
      const own = visitor === undefined ? undefined : await one.take(`of ${visitor}`);
      return own?.allowed === false ? own : all.take(clientKey(address));
    },
  };
}

/** Limits by session and address stand in the database; floods of one visitor are slowed by each process for itself. */
export function visitCounters(database: Database, limits: VisitLimits, now?: () => number) {
  const clock = now ? { now } : {};
  const perHour = (what: Limited) => shared(database, limits, what, hour);
  return {
    sessions: perHour("sessions"),
    chats: shared(database, limits, "chats", 12 * hour),
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
