import { describe, expect, test } from "vitest";
import { clockIn } from "../../rules/local-time";
import { snoozeFault, snoozeTime } from "../../rules/snooze";

const nairobi = "Africa/Nairobi";
const at = (choice: "hour" | "tomorrow" | "monday", now: string, zone = nairobi) =>
  clockIn(zone, snoozeTime(choice, zone, new Date(now)));

describe("the offered times of a snooze, by the clock of the account", () => {
  test("in one hour, tomorrow at 8:00 and the next Monday at 8:00", () => {
    // A Thursday, 11:30 pm in Nairobi.
    const now = "2026-11-26T20:30:00Z";
    expect(at("hour", now)).toEqual({ date: "2026-11-27", time: "00:30" });
    expect(at("tomorrow", now)).toEqual({ date: "2026-11-27", time: "08:00" });
    expect(at("monday", now)).toEqual({ date: "2026-11-30", time: "08:00" });
  });

  test("on a Monday, Monday is a week later; on a Sunday it is tomorrow", () => {
    expect(at("monday", "2026-11-30T03:00:00Z").date).toBe("2026-12-07");
    expect(at("monday", "2026-11-29T09:00:00Z").date).toBe("2026-11-30");
  });

  test("eight o'clock stays eight o'clock when the clocks change", () => {
    // In London summer time ends on 25 October 2026.
    expect(at("tomorrow", "2026-10-24T12:00:00Z", "Europe/London")).toEqual({ date: "2026-10-25", time: "08:00" });
    expect(snoozeTime("tomorrow", "Europe/London", new Date("2026-10-24T12:00:00Z")).toISOString()).toBe(
      "2026-10-25T08:00:00.000Z",
    );
  });
});

test("a time that is over, or more than a year away, is refused in words", () => {
  const now = Date.parse("2026-11-26T20:30:00Z");
  expect(snoozeFault(now, now)).toBe("Choose a time that is still to come.");
  expect(snoozeFault(now + 60_000, now)).toBeUndefined();
  expect(snoozeFault(now + 366 * 86_400_000, now)).toBe("Choose a time within a year.");
});
