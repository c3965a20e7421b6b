import { expect, test } from "vitest";
import { forecast } from "../../services/messaging/blasts/forecast";
import { blastHours, closingAfter, nextOpening, standard } from "../../services/messaging/blasts/settings";

const timeZone = "Africa/Nairobi";
const day = { from: 480, until: 1080 };
/** A time of Nairobi on 24 November 2026. */
const at = (clock: string) => new Date(`2026-11-24T${clock}:00+03:00`);

test.each([
  // 100 parts a second, 100,000 parts: 1,000 seconds.
  ["transactional at any hour", { hours: undefined, leaves: at("23:50") }, "2026-11-24T21:06:40.000Z", 0],
  ["promotional, over before the evening", { hours: day, leaves: at("17:00") }, "2026-11-24T14:16:40.000Z", 0],
  [
    "promotional, ends to the second with its hours",
    { hours: day, leaves: at("17:44") },
    "2026-11-24T15:00:40.000Z",
    -1,
  ],
  [
    "promotional, a part waits for the morning",
    { hours: day, leaves: at("17:50") },
    "2026-11-25T05:06:40.000Z",
    20_000,
  ],
  ["promotional at night, all of it waits already", { hours: day, leaves: at("03:00") }, "2026-11-24T05:16:40.000Z", 0],
])("%s", (_, given, ends, waiting) => {
  const said = forecast({ messages: 50_000, parts: 100_000, perSecond: 100, timeZone, ...given });
  if (waiting === -1) {
    // 40 seconds more than the hours have: they are sent in the morning.
    expect(said).toEqual({ ends: new Date("2026-11-25T05:00:40.000Z"), waiting: 2_000 });
    return;
  }
  expect(said).toEqual({ ends: new Date(ends), waiting });
});

test("nobody knows the end where the link has no limit, or where it would take months", () => {
  const given = { messages: 10, parts: 10, leaves: at("12:00"), hours: day, timeZone };
  expect(forecast({ ...given, perSecond: 0 })).toEqual({ ends: null, waiting: 0 });
  expect(forecast({ ...given, parts: 100_000_000, perSecond: 1 }).ends).toBeNull();
});

test("hours by kind: promotional ones always, others where the account set them, never codes or answers", () => {
  const settings = { ...standard, transactional: { from: 360, until: 1320 } };
  const many = { kind: "bulk", recipients: 500 };
  expect(blastHours(standard, { ...many, promotional: true })).toEqual(day);
  expect(blastHours(standard, { ...many, promotional: false })).toBeUndefined();
  expect(blastHours(settings, { ...many, promotional: false })).toEqual({ from: 360, until: 1320 });
  expect(blastHours(settings, { kind: "express", recipients: 10, promotional: false })).toBeUndefined();
  expect(blastHours(settings, { kind: "express", recipients: 11, promotional: false })).toBeDefined();
  expect(blastHours(settings, { ...many, promotional: true, reply: true })).toBeUndefined();
});

test("the opening after a time, and the closing after that", () => {
  expect(nextOpening(at("12:00"), day, timeZone)).toBeUndefined();
  expect(nextOpening(at("18:00"), day, timeZone)).toEqual(new Date("2026-11-25T05:00:00.000Z"));
  expect(nextOpening(at("07:59"), day, timeZone)).toEqual(at("08:00"));
  expect(closingAfter(at("12:34"), day, timeZone)).toEqual(at("18:00"));
});
