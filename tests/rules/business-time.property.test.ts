import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  add,
  type Calendar,
  elapsed,
  isOpen,
  type OpenInterval,
  type Segment,
  subtract,
  workingCalendar,
} from "../../rules/business-time";

const minute = 60_000;
const zones = [
  "America/New_York",
  "Europe/London",
  "Africa/Nairobi",
  "Africa/Casablanca",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
];

/** Days around which these zones change their clocks, and ordinary ones. */
const anchors = [
  "2026-03-07",
  "2026-10-31",
  "2026-03-28",
  "2026-10-24",
  "2026-02-14",
  "2026-03-21",
  "2026-04-04",
  "2026-10-03",
  "2026-06-10",
  "2026-12-30",
];

const clock = fc.integer({ min: 0, max: 47 }).map((n) => n * 30);
const text = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
/** Up to three stretches a day that do not overlap, on half hours, some of them through to 24:00. */
const day: fc.Arbitrary<Segment[]> = fc
  .uniqueArray(fc.oneof(clock, fc.constant(1440)), { minLength: 0, maxLength: 6 })
  .map((times) => {
    const sorted = [...times].sort((a, b) => a - b);
    const segments: Segment[] = [];
    for (let i = 0; i + 1 < sorted.length; i += 2)
      segments.push({ from: text(sorted[i] ?? 0), to: text(sorted[i + 1] ?? 0) });
    return segments;
  });

type Case = { calendar: Calendar; start: number; week: Segment[][]; closed: string[]; zone: string };

const cases: fc.Arbitrary<Case> = fc
  .record({
    zone: fc.constantFrom(...zones),
    anchor: fc.constantFrom(...anchors),
    week: fc.array(day, { minLength: 7, maxLength: 7 }),
    offset: fc.integer({ min: 0, max: 2 * 1440 }),
    closedAfter: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
  })
  .map(({ zone, anchor, week, offset, closedAfter }) => {
    const first = Temporal.PlainDate.from(anchor);
    const closed = closedAfter.map((days) => first.add({ days }).toString());
    const calendar = workingCalendar({
      timeZone: zone,
      week,
      oddDay: (date) => (closed.includes(date) ? { name: "Holiday", kind: "holiday", segments: [] } : undefined),
    });
    return { calendar, start: first.toZonedDateTime(zone).epochMilliseconds + offset * minute, week, closed, zone };
  });

/**
 * The obvious way, a minute at a time: a stretch runs from the instant of its first local time to that of its last,
 * by Temporal's own reading of them, and a minute is open when it lies in a stretch of the date it belongs to.
 */
function walk({ zone, week, closed, start }: Case, pauses: readonly OpenInterval[], minutes = 4 * 1440): boolean[] {
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate();
  const dates = [0, 1, 2, 3, 4, 5].map((days) => {
    const date = first.add({ days });
    const instant = (time: string) =>
      time === "24:00"
        ? date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
        : date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
    const segments = closed.includes(date.toString()) ? [] : (week[date.dayOfWeek - 1] ?? []);
    const stretches = segments.map(({ from, to }) => [instant(from), instant(to)] as const);
    return { from: instant("00:00"), until: instant("24:00"), stretches };
  });
  return Array.from({ length: minutes }, (_, n) => {
    const at = start + n * minute;
    const date = dates.find(({ from, until }) => from <= at && at < until);
    const open = date?.stretches.some(([from, until]) => from <= at && at < until) ?? false;
    return open && !pauses.some(({ from, until }) => from <= at && at < until);
  });
}

const offsets = fc.array(fc.tuple(fc.integer({ min: -300, max: 4 * 1440 }), fc.integer({ min: 0, max: 1500 })), {
  maxLength: 4,
});
function pausesOf(start: number, given: [number, number][]): OpenInterval[] {
  return given.map(([from, length]) => ({ from: start + from * minute, until: start + (from + length) * minute }));
}

describe("business time against a walk of every minute", () => {
  test("open, elapsed and due agree, through changes of the clock, holidays and overlapping pauses", () => {
    fc.assert(
      fc.property(cases, offsets, fc.integer({ min: 1, max: 3000 }), (given, raw, budget) => {
        const pauses = pausesOf(given.start, raw);
        const walked = walk(given, pauses);
        const plain = walk(given, []);
        for (let n = 0; n < walked.length; n += 37)
          expect(isOpen(given.calendar, given.start + n * minute)).toBe(plain[n]);
        const end = given.start + walked.length * minute;
        const open = walked.filter(Boolean).length;
        expect(elapsed(given.calendar, given.start, end, pauses)).toBe(open * minute);
        const due = add(given.calendar, given.start, budget * minute, pauses);
        if (open < budget) {
          if (due !== undefined) expect(due).toBeGreaterThan(end);
          return;
        }
        let left = budget;
        const last = walked.findIndex((is) => is && --left === 0);
        expect(due).toBe(given.start + (last + 1) * minute);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test("a budget that ends exactly at a closing is due at that closing", () => {
    fc.assert(
      fc.property(cases, offsets, (given, raw) => {
        const pauses = pausesOf(given.start, raw);
        let open = 0;
        for (const [n, is] of walk(given, pauses).entries()) {
          if (is) open++;
          else if (open > 0)
            expect(add(given.calendar, given.start, open * minute, pauses)).toBeLessThanOrEqual(
              given.start + n * minute,
            );
        }
      }),
      { numRuns: 30 },
    );
  });

  test("what is added is elapsed, and a warning's time is the latest that leaves its minutes", () => {
    fc.assert(
      fc.property(cases, offsets, fc.integer({ min: 0, max: 40 * 3600 }), (given, raw, seconds) => {
        const pauses = pausesOf(given.start, raw);
        const due = add(given.calendar, given.start, seconds * 1000, pauses);
        if (due === undefined) return;
        expect(elapsed(given.calendar, given.start, due, pauses)).toBe(seconds * 1000);
        if (seconds > 0) expect(elapsed(given.calendar, given.start, due - 1, pauses)).toBe(seconds * 1000 - 1);
        const warned = subtract(given.calendar, due, seconds * 1000);
        if (warned === undefined) return;
        expect(elapsed(given.calendar, warned, due)).toBe(seconds * 1000);
        if (seconds > 0) expect(elapsed(given.calendar, warned + 1, due)).toBe(seconds * 1000 - 1);
      }),
      { numRuns: 300 },
    );
  });
});
