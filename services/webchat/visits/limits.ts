import { clientKey } from "../../kit/address";
import { countedUses } from "../../kit/counted-uses";
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

/** Counted in PostgreSQL: all processes share it, and a restart forgets nothing. */
function counted(database: Database, what: Limited, limit: number, seconds: number) {
  return countedUses(database, "webchat.uses", what, limit, seconds);
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
    pushTokens: tokenBucket({ burst: 5, perSecond: 0.1, keys: 100_000, ...clock }),
    links: tokenBucket({ burst: 5, perSecond: 0.2, keys: 100_000, ...clock }),
    /** By address: what needs no session. */
    faqs: tokenBucket({ burst: 60, perSecond: 2, keys: 100_000, ...clock }),
  };
}
export type VisitCounters = ReturnType<typeof visitCounters>;
