import { type RawBuilder, sql } from "kysely";
import type { Routing } from "../contract.agents";

/** Open stretches of a week in seconds from Monday's midnight, in order and apart; null: always open. */
export type Spans = readonly { from: number; until: number }[] | null;

const weekSeconds = 604_800;
/** 1970-01-01 was a Thursday: the Monday before it is where weeks are counted from. */
const sinceMonday = 259_200;

const secondOfDay = (time: string) => Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60;

export function weekSpans(week: Routing["week"]): Spans {
  if (week === null) return null;
  const all = week.flatMap((stretches, day) =>
    stretches.map(({ from, to }) => ({
      from: day * 86_400 + secondOfDay(from),
      until: day * 86_400 + secondOfDay(to),
    })),
  );
  const made: { from: number; until: number }[] = [];
  for (const span of all.filter(({ from, until }) => until > from).sort((a, b) => a.from - b.from)) {
    const last = made.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else made.push({ ...span });
  }
  return made;
}

/** Local seconds of an instant since a Monday's midnight. Where the clock moves, the hour that moves is one or none. */
export function localSeconds(at: RawBuilder<unknown>, zone: string): RawBuilder<number> {
  return sql<number>`(date_part('epoch', ${at} at time zone ${zone}) + ${sql.lit(sinceMonday)})`;
}

/** The place of local seconds within their week. */
export function placeInWeek(local: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(${local} - floor(${local} / ${sql.lit(weekSeconds)}) * ${sql.lit(weekSeconds)})`;
}

/** The stretch that began last before a place in the week, counted from 1; 0 before the first. */
export function stretchAt(place: RawBuilder<unknown>, spans: Spans): RawBuilder<number> {
  return sql<number>`width_bucket(${place}, ${floats((spans ?? []).map(({ from }) => from))})`;
}

/** Open seconds before local seconds: whole weeks, the stretches that are over, and what of the last one has passed. */
export function openBefore(local: Part, place: Part, stretch: Part, spans: Spans): RawBuilder<number> {
  const all = spans ?? [];
  const lengths = all.map(({ from, until }) => until - from);
  const before = lengths.map((_, n) => lengths.slice(0, n).reduce((sum, length) => sum + length, 0));
  const week = sql.lit(lengths.reduce((sum, length) => sum + length, 0));
  return sql<number>`(floor(${local} / ${sql.lit(weekSeconds)}) * ${week} + case when ${stretch} > 0 then (${floats(before)})[${stretch}]
    + least(${place} - (${floats(all.map(({ from }) => from))})[${stretch}], (${floats(lengths)})[${stretch}]) else 0 end)`;
}

/** Whether a place in the week is open: the opening second is, the closing second is not. */
export function isOpenAt(place: Part, stretch: Part, spans: Spans): RawBuilder<boolean> {
  if (spans === null) return sql<boolean>`true`;
  return sql<boolean>`coalesce(${stretch} > 0 and ${place} < (${floats(spans.map(({ until }) => until))})[${stretch}], false)`;
}

type Part = RawBuilder<unknown>;

function floats(values: readonly number[]) {
  return sql`${[...values]}::float8[]`;
}
