import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayByKey,
  dayIn,
  isDay,
  monthWeeks,
  quickDays,
  sayDay,
  sayMonth,
  within,
} from "../../rules/calendar";

const anyDay = fc
  .date({ min: new Date("0002-01-01T00:00:00Z"), max: new Date("9998-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("days", () => {
  test.each(["2026-02-30", "2026-13-01", "0000-01-01", "", "24.11.2026", "12026-01-01"])("there is no %j", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test("leap days are, in their years", () => {
    expect([isDay("2028-02-29"), isDay("2026-02-29"), isDay("1900-02-29"), isDay("2000-02-29")]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("a month later is the same day, or the last of a shorter month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-02-29", 12)).toBe("2029-02-28");
    expect(addMonths("2026-11-24", -11)).toBe("2025-12-24");
  });

  test("forwards and back is the same day, and every day that is reached is one", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -300, max: 300 }), (day, by) => {
        expect(addDays(addDays(day, by), -by)).toBe(day);
        expect(isDay(addMonths(day, by % 12))).toBe(true);
      }),
    );
  });

  test("the calendar ends where texts of four digits do", () => {
    expect([addDays("0001-01-01", -1), addMonths("0001-01-15", -1)]).toEqual(["0001-01-01", "0001-01-01"]);
    expect([addDays("9999-12-31", 1), addMonths("9999-12-15", 1)]).toEqual(["9999-12-31", "9999-12-31"]);
  });

  test("a day within bounds", () => {
    expect(within("2026-11-24", "2026-12-01")).toBe("2026-12-01");
    expect(within("2026-11-24", undefined, "2026-11-01")).toBe("2026-11-01");
    expect(within("2026-11-24", "2026-11-24", "2026-11-24")).toBe("2026-11-24");
  });

  test("today is that of the account's zone", () => {
    const at = new Date("2026-11-24T21:30:00Z");
    expect([dayIn("Africa/Nairobi", at), dayIn("Europe/London", at)]).toEqual(["2026-11-25", "2026-11-24"]);
  });

  test("are said in full", () => {
    expect(sayDay("2026-11-24")).toBe("Tuesday, 24 November 2026");
    expect(sayDay("2026-11-24", "short")).toBe("Tue, 24 November 2026");
    expect(sayMonth("2026-11-24")).toBe("November 2026");
  });
});

describe("a month as weeks", () => {
  test("Monday first, with the days beside it", () => {
    const weeks = monthWeeks("2026-11-24");
    expect(weeks).toHaveLength(6);
    expect([weeks[0]?.[0], weeks[0]?.[6], weeks[5]?.[6]]).toEqual(["2026-10-26", "2026-11-01", "2026-12-06"]);
    expect(monthWeeks("2027-02-10")).toHaveLength(4);
  });

  test("has every day of the month once", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const own = monthWeeks(day)
          .flat()
          .filter((one) => one.slice(0, 7) === day.slice(0, 7));
        expect(new Set(own).size).toBe(own.length);
        expect(own[0]?.slice(8)).toBe("01");
        expect(own.at(-1)).toBe(addDays(addMonths(own[0] ?? "", 1), -1));
      }),
    );
  });
});

test.each([
  ["ArrowLeft", false, "2026-11-23"],
  ["ArrowRight", false, "2026-11-25"],
  ["ArrowUp", false, "2026-11-17"],
  ["ArrowDown", false, "2026-12-01"],
  ["Home", false, "2026-11-23"],
  ["End", false, "2026-11-29"],
  ["PageUp", false, "2026-10-24"],
  ["PageDown", false, "2026-12-24"],
  ["PageUp", true, "2025-11-24"],
  ["PageDown", true, "2027-11-24"],
  ["a", false, undefined],
])("%s (Shift: %s) leads from 24 November 2026 to %s", (key, shift, day) => {
  expect(dayByKey("2026-11-24", key, shift)).toBe(day);
});

test("quick choices are days just gone or days to come, with times where there is one", () => {
  expect(quickDays("2026-11-24", "past").map(({ day }) => day)).toEqual([
    "2026-11-24",
    "2026-11-23",
    "2026-11-17",
    "2026-11-01",
  ]);
  expect(quickDays("2026-11-23", "future", "09:00")).toEqual([
    { label: "Today", day: "2026-11-23" },
    { label: "Tomorrow 09:00", day: "2026-11-24", time: "09:00" },
    { label: "Next Monday 09:00", day: "2026-11-30", time: "09:00" },
  ]);
});
