import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  add,
  always,
  elapsed,
  type Hours,
  isOpen,
  nextOpen,
  subtract,
  union,
  workingCalendar,
} from "../../rules/business-time";

const minute = 60_000;
const hour = 60 * minute;

function at(local: string, zone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}
function local(instant: number | undefined, zone: string): string {
  if (instant === undefined) return "never";
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString();
}
function week(from: string, to: string, days = [1, 2, 3, 4, 5]): Hours["week"] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) => (days.includes(day) ? [{ from, to }] : []));
}
function shop(zone: string, from: string, to: string, closed: Record<string, string> = {}) {
  return workingCalendar({
    timeZone: zone,
    week: week(from, to),
    oddDay: (date) => (closed[date] ? { name: closed[date], kind: "holiday", segments: [] } : undefined),
  });
}
const nairobi = "Africa/Nairobi";

describe("the cases of the design document (section 4, 1-8)", () => {
  test("a budget that ends exactly at closing is due at closing", () => {
    const calendar = shop(nairobi, "08:00", "17:00");
    expect(local(add(calendar, at("2026-06-08T16:00", nairobi), hour), nairobi)).toBe("2026-06-08T17:00:00");
    expect(local(add(calendar, at("2026-06-08T16:00", nairobi), hour + 1000), nairobi)).toBe("2026-06-09T08:00:01");
  });

  test("the opening second is open, the closing second is closed", () => {
    const calendar = shop(nairobi, "08:00", "17:00");
    expect(isOpen(calendar, at("2026-06-08T07:59:59", nairobi))).toBe(false);
    expect(isOpen(calendar, at("2026-06-08T08:00:00", nairobi))).toBe(true);
    expect(isOpen(calendar, at("2026-06-08T16:59:59", nairobi))).toBe(true);
    expect(isOpen(calendar, at("2026-06-08T17:00:00", nairobi))).toBe(false);
    expect(local(nextOpen(calendar, at("2026-06-12T17:00", nairobi)), nairobi)).toBe("2026-06-15T08:00:00");
  });

  test("24:00 is the end of the day, and an open midnight is no closing", () => {
    const calendar = workingCalendar({ ...always, timeZone: nairobi });
    const from = at("2026-12-31T23:30", nairobi);
    expect(isOpen(calendar, at("2027-01-01T00:00", nairobi))).toBe(true);
    expect(local(add(calendar, from, hour), nairobi)).toBe("2027-01-01T00:30:00");
    expect(calendar.year(2026).starts).toHaveLength(1);
  });

  test("a Sunday around the clock has 25 hours when the clock goes back and 23 when it goes forward", () => {
    const calendar = workingCalendar({ timeZone: "America/New_York", week: week("00:00", "24:00", [7]) });
    const open = (date: string, next: string) =>
      elapsed(calendar, at(`${date}T00:00`, "America/New_York"), at(`${next}T00:00`, "America/New_York")) / hour;
    expect(open("2026-11-01", "2026-11-02")).toBe(25);
    expect(open("2026-03-08", "2026-03-09")).toBe(23);
  });

  test("a local time that is skipped moves forward, of two that are alike it is the first", () => {
    const zone = "America/New_York";
    const skipped = workingCalendar({ timeZone: zone, week: week("02:30", "05:00", [7]) });
    expect(local(nextOpen(skipped, at("2026-03-07T12:00", zone)), zone)).toBe("2026-03-08T03:30:00");
    const twice = workingCalendar({ timeZone: zone, week: week("01:30", "05:00", [7]) });
    expect(nextOpen(twice, at("2026-10-31T12:00", zone))).toBe(Date.parse("2026-11-01T05:30:00Z"));
    expect(elapsed(twice, at("2026-11-01T00:00", zone), at("2026-11-02T00:00", zone))).toBe(4.5 * hour);
  });

  test("holidays are local dates: 15 June in Nairobi begins at 21:00 UTC on the 14th", () => {
    const calendar = workingCalendar({
      timeZone: nairobi,
      week: always.week,
      oddDay: (date) => (date === "2026-06-15" ? { name: "x", kind: "holiday", segments: [] } : undefined),
    });
    expect(isOpen(calendar, Date.parse("2026-06-14T20:59:59Z"))).toBe(true);
    expect(isOpen(calendar, Date.parse("2026-06-14T21:00:00Z"))).toBe(false);
    expect(nextOpen(calendar, Date.parse("2026-06-14T21:00:00Z"))).toBe(Date.parse("2026-06-15T21:00:00Z"));
  });

  test("a Monday to Friday 10 to 18 week: created Monday 20:00, 30 and 120 minutes", () => {
    const calendar = shop(nairobi, "10:00", "18:00");
    const created = at("2026-06-08T20:00", nairobi);
    expect(local(add(calendar, created, 30 * minute), nairobi)).toBe("2026-06-09T10:30:00");
    expect(local(add(calendar, created, 120 * minute), nairobi)).toBe("2026-06-09T12:00:00");
  });

  test("a hold of 3,601 s that runs over closing lands at 10:00:01 of the next day", () => {
    const calendar = shop(nairobi, "10:00", "18:00");
    const created = at("2026-06-08T16:00", nairobi);
    const pause = { from: at("2026-06-08T16:30", nairobi), until: at("2026-06-08T17:30:01", nairobi) };
    expect(local(add(calendar, created, 2 * hour), nairobi)).toBe("2026-06-08T18:00:00");
    expect(pause.until - pause.from).toBe(3_601_000);
    expect(local(add(calendar, created, hour, [pause]), nairobi)).toBe("2026-06-09T10:00:01");
  });

  test("Friday 17:50 to Monday 12:30 over a holiday is 160 minutes of hold", () => {
    const calendar = shop(nairobi, "10:00", "18:00", { "2026-06-12": "" });
    expect(elapsed(calendar, at("2026-06-05T17:50", nairobi), at("2026-06-08T12:30", nairobi)) / minute).toBe(160);
    const closed = shop(nairobi, "10:00", "18:00", { "2026-06-08": "Madaraka" });
    expect(elapsed(closed, at("2026-06-05T17:50", nairobi), at("2026-06-09T12:30", nairobi)) / minute).toBe(160);
  });

  test("one instant, two zones", () => {
    const from = Date.parse("2007-01-01T22:00:00Z");
    const due = (zone: string) => add(shop(zone, "09:00", "18:00"), from, 120 * minute);
    expect(due("America/New_York")).toBe(Date.parse("2007-01-02T15:00:00Z"));
    expect(due("Europe/Moscow")).toBe(Date.parse("2007-01-02T08:00:00Z"));
  });

  test("a warning is counted backwards through the hours", () => {
    const calendar = shop(nairobi, "08:00", "18:00");
    expect(local(subtract(calendar, at("2026-06-09T11:00", nairobi), hour), nairobi)).toBe("2026-06-09T10:00:00");
    expect(local(subtract(calendar, at("2026-06-09T08:30", nairobi), hour), nairobi)).toBe("2026-06-08T17:30:00");
    expect(local(subtract(calendar, at("2026-06-09T11:00", nairobi), 3 * hour), nairobi)).toBe("2026-06-09T08:00:00");
  });
});

describe("odd calendars", () => {
  test("lunch, and hours of its own on an exempted day", () => {
    const calendar = workingCalendar({
      timeZone: nairobi,
      week: [1, 2, 3, 4, 5, 6, 7].map(() => [
        { from: "08:00", to: "13:00" },
        { from: "14:00", to: "17:00" },
      ]),
      oddDay: (date) =>
        date === "2026-12-24"
          ? { name: "Half day", kind: "exempted", segments: [{ from: "08:00", to: "11:00" }] }
          : undefined,
    });
    expect(local(add(calendar, at("2026-12-23T12:30", nairobi), 90 * minute), nairobi)).toBe("2026-12-23T15:00:00");
    expect(local(add(calendar, at("2026-12-24T10:00", nairobi), 90 * minute), nairobi)).toBe("2026-12-25T08:30:00");
  });

  test("hours that never open, and a pause without an end, are never due", () => {
    const calendar = workingCalendar({ timeZone: nairobi, week: [[], [], [], [], [], [], []] });
    expect(add(calendar, 0, 1)).toBeUndefined();
    expect(subtract(calendar, 0, 1)).toBeUndefined();
    expect(nextOpen(calendar, 0)).toBeUndefined();
    const open = shop(nairobi, "08:00", "17:00");
    const paused = { from: at("2026-06-08T09:00", nairobi), until: Number.POSITIVE_INFINITY };
    expect(add(open, at("2026-06-08T08:00", nairobi), 2 * hour, [paused])).toBeUndefined();
    expect(local(add(open, at("2026-06-08T08:00", nairobi), hour, [paused]), nairobi)).toBe("2026-06-08T09:00:00");
  });

  test("a date that a zone skipped has no time (Samoa, 30 December 2011)", () => {
    const calendar = workingCalendar({ timeZone: "Pacific/Apia", week: always.week });
    const day = elapsed(calendar, at("2011-12-29T00:00", "Pacific/Apia"), at("2012-01-01T00:00", "Pacific/Apia"));
    expect(day).toBe(48 * hour);
  });

  test("a zone that does not exist is refused", () => {
    expect(() => workingCalendar({ ...always, timeZone: "Africa/Nowhere" }).year(2026)).toThrow(RangeError);
  });

  test("pauses that overlap count once", () => {
    expect(
      union([
        { from: 5, until: 9 },
        { from: 1, until: 6 },
        { from: 20, until: 20 },
      ]),
    ).toEqual([{ from: 1, until: 9 }]);
  });
});

test("ten thousand due times take less than a second", () => {
  const calendar = workingCalendar({
    timeZone: nairobi,
    week: week("08:00", "17:00"),
    oddDay: () => undefined,
  });
  const from = at("2026-01-05T09:00", nairobi);
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 10_000; n++) sum += add(calendar, from + n * 600_000, (1 + (n % 40)) * hour) ?? 0;
  expect(sum).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(1000);
});
