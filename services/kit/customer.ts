import { type RawBuilder, sql } from "kysely";
import type { CustomerEvent, CustomerEvents } from "./contract.customer";

/** Which events: those before a moment, newest first. */
export type EventRange = { before?: string | undefined; limit: number };

/** An instant of the database as an event's `at`. */
export function eventInstant(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The condition of the range on an instant. */
export function inRange(at: RawBuilder<unknown>, { before }: EventRange): RawBuilder<boolean> {
  return before === undefined ? sql<boolean>`true` : sql<boolean>`${at} < ${before}::timestamptz`;
}

/** The newest of what the sources have, each newest first and one longer than the limit where there is more. */
export function newestEvents(sources: readonly CustomerEvent[][], { limit }: EventRange): CustomerEvents {
  const all = sources.flat().sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  return { data: all.slice(0, limit), more: all.length > limit };
}
