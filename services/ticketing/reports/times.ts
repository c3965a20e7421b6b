import { sql } from "kysely";

/** Sums over tickets `t` of what their last stopped clocks took (clocks/cache.ts), and of how many. */
export const timeSums = sql`
  sum(t.first_ms) as first_ms, count(t.first_ms) as first_n,
  sum(t.resolution_ms) as resolution_ms, count(t.resolution_ms) as resolution_n`;

/** The averages of those sums in minutes, null where nothing was stopped, and of how many clocks each is. */
export const averageMinutes = sql`
  coalesce(sum(first_n), 0)::int as first_count, coalesce(sum(resolution_n), 0)::int as resolution_count,
  round(sum(first_ms) / nullif(sum(first_n), 0) / 60000, 1)::float8 as first,
  round(sum(resolution_ms) / nullif(sum(resolution_n), 0) / 60000, 1)::float8 as resolution`;
