import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sayWhen } from "../../app/kit/compose/send-time";
import { zoneCity } from "../../app/kit/zone";
import { clockIn, parseInstant } from "../../rules/local-time";

const nairobi = "Africa/Nairobi";

describe("when to send, on the account's own clock", () => {
  test("8:00 in Nairobi is 5:00 UTC", () => {
    expect(parseInstant(nairobi, { date: "2026-11-21", time: "08:00" })?.toISOString()).toBe(
      "2026-11-21T05:00:00.000Z",
    );
    expect(clockIn(nairobi, new Date("2026-11-21T05:00:00Z"))).toEqual({ date: "2026-11-21", time: "08:00" });
  });

  test("a zone that changes its clocks is right on both sides of the change", () => {
    expect(parseInstant("Europe/London", { date: "2026-03-28", time: "12:00" })?.toISOString()).toBe(
      "2026-03-28T12:00:00.000Z",
    );
    expect(parseInstant("Europe/London", { date: "2026-03-29", time: "12:00" })?.toISOString()).toBe(
      "2026-03-29T11:00:00.000Z",
    );
  });

  test.each(["2026-02-30", "2026-13-01", "", "21.11.2026", "2026-11-21x"])("there is no day %j", (date) => {
    expect(parseInstant(nairobi, { date, time: "08:00" })).toBeUndefined();
  });

  test.each(["24:00", "8:00", "08:60", "", "noon"])("there is no time %j", (time) => {
    expect(parseInstant(nairobi, { date: "2026-11-21", time })).toBeUndefined();
  });

  test("what a clock shows leads back to the same minute", () => {
    const minutes = fc.integer({ min: 0, max: 60_000_000 });
    fc.assert(
      fc.property(minutes, (minute) => {
        const at = new Date(minute * 60_000);
        expect(parseInstant(nairobi, clockIn(nairobi, at))).toEqual(at);
      }),
    );
  });

  test("it is said with the day and whose time it is", () => {
    expect(sayWhen(nairobi, new Date("2026-11-21T05:00:00Z"))).toBe("Saturday 21 November 2026, 8:00 am, Nairobi time");
    expect(zoneCity("America/New_York")).toBe("New York");
  });
});
