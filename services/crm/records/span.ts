import { type RawBuilder, type SqlBool, sql } from "kysely";
import { firstDay, lastDay } from "../../../rules/calendar";

/** Days, the last one included, on the clock of a zone. One that is not said has no end there. */
export type DaySpan = { start?: string | undefined; end?: string | undefined; zone: string };

/** An instant of those days. */
export function withinDays(
  at: RawBuilder<unknown>,
  { start = firstDay, end = lastDay, zone }: DaySpan,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${at} >= ${start}::date::timestamp at time zone ${zone}
    and ${at} < (${end}::date + 1)::timestamp at time zone ${zone})`;
}

/** A record `l` in a stage `s` that was won or lost on those days: won ones have a day of their own. */
export function endedWithin(span: DaySpan): RawBuilder<SqlBool> {
  const { start = firstDay, end = lastDay } = span;
  return sql<SqlBool>`(s.category in ('won', 'lost') and (l.won_on between ${start}::date and ${end}::date
    or l.won_on is null and ${withinDays(sql`l.stage_at`, span)}))`;
}
