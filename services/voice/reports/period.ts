import { type RawBuilder, sql } from "kysely";

/** A span of local days, both included. */
export type Span = { from: string; to: string };

/** The local day of an instant. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
}

export function daysLater(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** The days that were asked for: the last 30 unless it is said; turned round they are put right, a year at most. */
export function parseSpan(
  asked: { from?: string | undefined; to?: string | undefined },
  zone: string,
  now: Date,
): Span {
  const today = dayIn(zone, now);
  const to = asked.to ?? (asked.from && asked.from > today ? asked.from : today);
  const from = asked.from ?? daysLater(to, -29);
  const [first, last] = from <= to ? [from, to] : [to, from];
  const [, latest = first] = [first, daysLater(last, -365)].sort();
  return { from: latest, to: last };
}

/** A moment that lies in the span. */
export function inSpan(column: RawBuilder<unknown>, { from, to }: Span, zone: string): RawBuilder<unknown> {
  return sql`(${column} >= (${from}::timestamp at time zone ${zone})
    and ${column} < ((${to}::timestamp + interval '1 day') at time zone ${zone}))`;
}

/** The first and the last moment of the span. */
export function spanBounds({ from, to }: Span, zone: string) {
  return {
    start: sql`(${from}::timestamp at time zone ${zone})`,
    end: sql`((${to}::timestamp + interval '1 day') at time zone ${zone})`,
  };
}

/** The time of day at which something began: an hour "13", or 15 minutes "13:15". */
export function atTime(column: RawBuilder<unknown>, at: string | undefined, zone: string): RawBuilder<unknown> {
  if (at === undefined) return sql`true`;
  const local = sql`(${column} at time zone ${zone})`;
  if (at.length === 2) return sql`to_char(${local}, 'HH24') = ${at}`;
  return sql`${quarterHourSql(local)} = ${at}`;
}

/** "13:15": the 15 minutes of a local moment. */
export function quarterHourSql(local: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(date_trunc('hour', ${local}) + floor(extract(minute from ${local}) / 15) * interval '15 minutes', 'HH24:MI')`;
}

/** "13:30": the half hour of a local moment. */
export function halfHourSql(local: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(date_trunc('hour', ${local}) + floor(extract(minute from ${local}) / 30) * interval '30 minutes', 'HH24:MI')`;
}
