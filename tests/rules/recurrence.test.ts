import { expect, test } from "vitest";
import { nextOccurrence, type Recurrence } from "../../rules/recurrence";

const nairobi = "Africa/Nairobi";
const next = (first: string, every: Recurrence, after: string, until: string | null = null, zone = nairobi) =>
  nextOccurrence({ first: new Date(first), every, until }, new Date(after), zone)?.toISOString();

test.each([
  ["day", "2026-11-24T05:00:00.000Z", "2026-11-24T05:00:00Z", "2026-11-25T05:00:00.000Z"],
  ["day", "2026-11-24T05:00:00.000Z", "2026-12-03T04:59:59Z", "2026-12-03T05:00:00.000Z"],
  ["day", "2026-11-24T05:00:00.000Z", "2026-12-03T05:00:00Z", "2026-12-04T05:00:00.000Z"],
  ["week", "2026-11-24T05:00:00.000Z", "2026-11-24T05:00:00Z", "2026-12-01T05:00:00.000Z"],
  ["week", "2026-11-24T05:00:00.000Z", "2027-11-24T05:00:00Z", "2027-11-30T05:00:00.000Z"],
  ["month", "2026-11-24T05:00:00.000Z", "2026-11-24T05:00:00Z", "2026-12-24T05:00:00.000Z"],
] as const)("every %s from %s, after %s", (every, first, after, expected) => {
  expect(next(first, every, after)).toBe(expected);
});

test("the 31st is the last day of a shorter month, and the 31st again after it", () => {
  const first = "2026-12-31T06:00:00Z";
  expect(next(first, "month", "2027-01-31T06:00:00Z")).toBe("2027-02-28T06:00:00.000Z");
  expect(next(first, "month", "2027-02-28T06:00:00Z")).toBe("2027-03-31T06:00:00.000Z");
  expect(next(first, "month", "2028-01-31T06:00:00Z")).toBe("2028-02-29T06:00:00.000Z");
});

test("the day is that of the zone: early on the first in Nairobi is still the last in UTC", () => {
  expect(next("2027-01-31T22:30:00Z", "month", "2027-01-31T22:30:00Z")).toBe("2027-02-28T22:30:00.000Z");
});

test("the last day still counts, the one after it does not", () => {
  const first = "2026-11-24T05:00:00Z";
  expect(next(first, "week", "2026-11-25T00:00:00Z", "2026-12-01")).toBe("2026-12-01T05:00:00.000Z");
  expect(next(first, "week", "2026-12-01T05:00:00Z", "2026-12-07")).toBeUndefined();
});

test("the clock of the zone decides where it is changed in summer", () => {
  expect(next("2026-03-28T07:00:00Z", "day", "2026-03-28T07:00:00Z", null, "Europe/Berlin")).toBe(
    "2026-03-29T06:00:00.000Z",
  );
});
