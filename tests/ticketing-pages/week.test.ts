import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayFrom, dayText, minutesFrom, minutesText } from "../../app/ticketing/settings/week";
import { numbersIn } from "../../app/ticketing/ticket/header-numbers";

describe("a day of business hours, as typed", () => {
  test.each([
    ["08:00-13:00, 14:00-17:00", ["08:00-13:00", "14:00-17:00"]],
    ["8-17", ["08:00-17:00"]],
    ["9.30 to 24:00", ["09:30-24:00"]],
    ["", []],
    ["closed", []],
  ])("%s", (text, stretches) => {
    expect(dayFrom(text)?.map(({ from, to }) => `${from}-${to}`)).toEqual(stretches);
  });

  test.each(["morning", "8", "08:00-", "8-17-19"])("%s is not understood", (text) => {
    expect(dayFrom(text)).toBeUndefined();
  });

  test("what is written is read back the same", () => {
    const day = [
      { from: "07:15", to: "12:00" },
      { from: "13:00", to: "24:00" },
    ];
    expect(dayFrom(dayText(day))).toEqual(day);
  });
});

describe("a budget, as typed", () => {
  test.each([
    ["", null],
    ["90", 90],
    ["30 min", 30],
    ["4 h", 240],
    ["1 h 30", 90],
    ["1 h 30 min", 90],
    ["80 h", 4800],
    ["soon", undefined],
    ["-5", undefined],
  ])("%s", (text, minutes) => {
    expect(minutesFrom(text)).toBe(minutes);
  });

  test("what a form shows it also understands, to the minute", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 525_600 }), (minutes) => {
        expect(minutesFrom(minutesText(minutes))).toBe(minutes);
      }),
    );
  });
});

test("tickets to merge by their numbers", () => {
  expect(numbersIn("#1042, 1043 1044;1045")).toEqual([1042, 1043, 1044, 1045]);
  expect(numbersIn(" ")).toEqual([]);
  expect(numbersIn("1042, abc")).toBeUndefined();
});
