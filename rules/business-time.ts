import { Temporal } from "temporal-polyfill";

/** A stretch of a local day, 08:00 to 13:00; `to` may be 24:00, the end of the day. */
export type Segment = { from: string; to: string };
/** Why a local date is not an ordinary day: closed when it has no segments, else these hours in place of the usual. */
export type OddDay = { name: string; kind: "holiday" | "exempted"; segments: readonly Segment[] };

export type Hours = {
  /** An IANA zone; it alone decides which date an instant belongs to. */
  timeZone: string;
  /** Monday first, each day's stretches in order. */
  week: readonly (readonly Segment[])[];
  /** The odd day at a local date (2026-06-15), if it is one. Must always say the same of the same date. */
  oddDay?: (date: string) => OddDay | undefined;
};

/** A stretch of time in epoch milliseconds, the end not included. */
export type OpenInterval = { from: number; until: number };

/** The open stretches of one local year, and how much open time came before each of them in the year. */
type Year = { from: number; until: number; starts: number[]; ends: number[]; before: number[]; total: number };

/** Business hours ready for arithmetic: instants are epoch milliseconds, durations real elapsed milliseconds. */
export type Calendar = { hours: Hours; year(number: number): Year };

const dayMs = 86_400_000;
/** Beyond this many years without enough open time a due time never comes. */
const farthest = 40;

/** Around the clock, every day. */
export const always: Hours = {
  timeZone: "UTC",
  week: Array.from({ length: 7 }, () => [{ from: "00:00", to: "24:00" }]),
};

/** Years are worked out once each, when they are first needed. Throws RangeError for a zone that does not exist. */
export function workingCalendar(hours: Hours): Calendar {
  const years = new Map<number, Year>();
  return {
    hours,
    year(number) {
      const known = years.get(number);
      if (known) return known;
      const made = yearOf(hours, number);
      years.set(number, made);
      return made;
    },
  };
}

function yearOf(hours: Hours, number: number): Year {
  const year: Year = { from: 0, until: 0, starts: [], ends: [], before: [], total: 0 };
  let date = Temporal.PlainDate.from({ year: number, month: 1, day: 1 });
  let from = startOf(date, hours.timeZone);
  year.from = from;
  while (date.year === number) {
    const next = date.add({ days: 1 });
    const until = startOf(next, hours.timeZone);
    for (const span of openSpans(hours, date, { from, until })) {
      const last = year.ends.length - 1;
      // Stretches that touch are one: an open midnight is no closing.
      if (last >= 0 && year.ends[last] === span.from) year.ends[last] = span.until;
      else {
        year.starts.push(span.from);
        year.ends.push(span.until);
      }
    }
    date = next;
    from = until;
  }
  year.until = from;
  for (const [at, start] of year.starts.entries()) {
    year.before.push(year.total);
    year.total += (year.ends[at] ?? start) - start;
  }
  return year;
}

/** The segments that hold on a local date, and why when it is an odd one. */
export function businessDay(hours: Hours, date: Temporal.PlainDate): { segments: readonly Segment[]; odd?: OddDay } {
  const odd = hours.oddDay?.(date.toString());
  return odd ? { segments: odd.segments, odd } : { segments: hours.week[date.dayOfWeek - 1] ?? [] };
}

/** The open stretches of one local date whose bounds are given, in order, none overlapping. */
function openSpans(hours: Hours, date: Temporal.PlainDate, day: OpenInterval): OpenInterval[] {
  // A day of 24 hours has no change of the clock in it, so its local times are plain sums.
  const plain = day.until - day.from === dayMs;
  const instant = (time: string): number => {
    if (time === "24:00") return day.until;
    if (plain) return day.from + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
    // "compatible": of two the first; one that is skipped moves forward by what is skipped.
    const at = date.toPlainDateTime(Temporal.PlainTime.from(time));
    return at.toZonedDateTime(hours.timeZone, { disambiguation: "compatible" }).epochMilliseconds;
  };
  const spans = businessDay(hours, date).segments.map(({ from, to }) => ({
    from: Math.max(instant(from), day.from),
    until: Math.min(instant(to), day.until),
  }));
  return union(spans);
}

function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}

/** The same time without overlaps, in order; empty stretches go. */
export function union(spans: readonly OpenInterval[]): OpenInterval[] {
  const made: OpenInterval[] = [];
  for (const span of [...spans].filter(({ from, until }) => until > from).sort((a, b) => a.from - b.from)) {
    const last = made.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else made.push({ ...span });
  }
  return made;
}

/** The local year that an instant belongs to. */
function yearAt(calendar: Calendar, at: number): number {
  const guess = new Date(at).getUTCFullYear();
  if (at < calendar.year(guess).from) return guess - 1;
  return at >= calendar.year(guess).until ? guess + 1 : guess;
}

/** How many of the sorted numbers are at most `value`. */
function countUpTo(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.POSITIVE_INFINITY) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Open time from the beginning of the year to the instant. */
function inYear(year: Year, at: number): number {
  const last = countUpTo(year.starts, at) - 1;
  if (last < 0) return 0;
  return (year.before[last] ?? 0) + Math.min(at, year.ends[last] ?? at) - (year.starts[last] ?? at);
}

function openBetween(calendar: Calendar, from: number, until: number): number {
  if (until <= from) return 0;
  const first = yearAt(calendar, from);
  const last = yearAt(calendar, until);
  let sum = -inYear(calendar.year(first), from);
  for (let number = first; number < last; number++) sum += calendar.year(number).total;
  return sum + inYear(calendar.year(last), until);
}

/** The opening second is open, the closing second is closed. */
export function isOpen(calendar: Calendar, at: number): boolean {
  const year = calendar.year(yearAt(calendar, at));
  const last = countUpTo(year.starts, at) - 1;
  return last >= 0 && at < (year.ends[last] ?? at);
}

/** The instant itself when it is open, else the next opening; undefined when there is none any more. */
export function nextOpen(calendar: Calendar, at: number): number | undefined {
  if (isOpen(calendar, at)) return at;
  const first = yearAt(calendar, at);
  for (let number = first; number < first + farthest; number++) {
    const { starts } = calendar.year(number);
    const start = starts[countUpTo(starts, at)];
    if (start !== undefined) return start;
  }
  return undefined;
}

/** Business milliseconds between two instants, less what of them was paused. Overlapping pauses count once. */
export function elapsed(calendar: Calendar, from: number, until: number, pauses: readonly OpenInterval[] = []): number {
  let sum = openBetween(calendar, from, until);
  for (const pause of union(pauses))
    sum -= openBetween(calendar, Math.max(pause.from, from), Math.min(pause.until, until));
  return sum;
}

/**
 * The earliest instant at which `ms` of business time have passed since `from`: a budget that ends exactly at closing
 * is due at closing. Undefined when that never happens (a pause without an end, hours that never open).
 */
export function add(
  calendar: Calendar,
  from: number,
  ms: number,
  pauses: readonly OpenInterval[] = [],
): number | undefined {
  let at = from;
  let left = ms;
  for (const pause of union(pauses)) {
    if (pause.until <= at) continue;
    const before = openBetween(calendar, at, Math.max(at, pause.from));
    if (before >= left) break;
    left -= before;
    at = pause.until;
    if (at === Number.POSITIVE_INFINITY) return undefined;
  }
  return forward(calendar, at, left);
}

function forward(calendar: Calendar, from: number, ms: number): number | undefined {
  if (ms <= 0) return from;
  const first = yearAt(calendar, from);
  let wanted = inYear(calendar.year(first), from) + ms;
  for (let number = first; number < first + farthest; number++) {
    const year = calendar.year(number);
    if (wanted <= year.total) {
      // The last stretch before which less than the wanted time had passed holds the instant.
      const at = countUpTo(year.before, wanted - 0.5) - 1;
      return (year.starts[at] ?? from) + wanted - (year.before[at] ?? 0);
    }
    wanted -= year.total;
  }
  return undefined;
}

/** The latest instant from which `ms` of business time are left until `until`: a warning's time, never one before. */
export function subtract(calendar: Calendar, until: number, ms: number): number | undefined {
  if (ms <= 0) return until;
  const first = yearAt(calendar, until);
  let wanted = inYear(calendar.year(first), until) - ms;
  for (let number = first; number > first - farthest; number--) {
    const year = calendar.year(number);
    const at = countUpTo(year.before, wanted) - 1;
    if (wanted >= 0 && at >= 0) return (year.starts[at] ?? until) + wanted - (year.before[at] ?? 0);
    wanted += calendar.year(number - 1).total;
  }
  return undefined;
}
