import { type RawBuilder, sql } from "kysely";

/** The first instant of a local day (`2026-11-25`), or of one some days later. */
export function startOfDay(day: string, zone: string, days = 0): RawBuilder<Date> {
  return sql<Date>`((${day}::date + ${days}::int)::timestamp at time zone ${zone})`;
}
