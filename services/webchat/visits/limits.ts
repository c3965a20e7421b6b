import { type Decision, fixedWindow, type Limiter, tokenBucket } from "../../kit/limits";

/** How often one address (IPv6: one /64) may do what (statement M42); a setting of the operator's. */
export type VisitLimits = { sessions: number; chats: number; updates: number; uploads: number; transcripts: number };

/** In an hour; new chats in twelve. */
export const usualLimits: VisitLimits = { sessions: 5, chats: 6, updates: 60, uploads: 60, transcripts: 30 };

const hour = 3600;

/** The counters of this process. */
export function visitCounters(limits: VisitLimits, now?: () => number) {
  const clock = now ? { now } : {};
  const perHour = (limit: number): Limiter<Decision> => fixedWindow({ limit, seconds: hour, keys: 100_000, ...clock });
  return {
    sessions: perHour(limits.sessions),
    chats: fixedWindow({ limit: limits.chats, seconds: 12 * hour, keys: 100_000, ...clock }),
    updates: perHour(limits.updates),
    uploads: perHour(limits.uploads),
    transcripts: perHour(limits.transcripts),
    /** By visitor: a fast writer passes, a flood does not. */
    messages: tokenBucket({ burst: 20, perSecond: 1, keys: 100_000, ...clock }),
    typing: tokenBucket({ burst: 3, perSecond: 1, keys: 100_000, ...clock }),
    /** By address: what needs no session. */
    faqs: tokenBucket({ burst: 60, perSecond: 2, keys: 100_000, ...clock }),
  };
}
export type VisitCounters = ReturnType<typeof visitCounters>;
