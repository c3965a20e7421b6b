import { describe, expect, it } from "vitest";
import { afterNoAnswer, callingHoursText, isCallingTime, targetInSource, templateText } from "../../rules/outbound";

const hours = { from: "08:00", until: "19:00", days: [1, 2, 3, 4, 5, 6] };

describe("the hours of calls", () => {
  it.each([
    ["2026-11-25T05:00:00Z", true],
    ["2026-11-25T04:59:59Z", false],
    ["2026-11-25T15:59:59Z", true],
    ["2026-11-25T16:00:00Z", false],
    ["2026-11-29T09:00:00Z", false],
  ])("are by the account's clock and day: %s is %s", (at, open) => {
    expect(isCallingTime(new Date(at), "Africa/Nairobi", hours)).toBe(open);
  });

  it("last to the end of the day where they end at midnight", () => {
    const late = { ...hours, until: "00:00" };
    expect(isCallingTime(new Date("2026-11-25T20:59:59Z"), "Africa/Nairobi", late)).toBe(true);
    expect(isCallingTime(new Date("2026-11-25T21:00:00Z"), "Africa/Nairobi", late)).toBe(false);
    expect(callingHoursText(late)).toBe("Monday to Saturday, 08:00 to midnight");
  });

  it("are said in words", () => {
    expect(callingHoursText(hours)).toBe("Monday to Saturday, 08:00 to 19:00");
    expect(callingHoursText({ ...hours, days: [1, 3] })).toBe("Monday, Wednesday, 08:00 to 19:00");
  });
});

describe("a number that did not answer", () => {
  const now = new Date("2026-11-25T08:00:00Z");
  it("is called again after the time that the account gives, and so often at most", () => {
    const rule = { maxAttempts: 3, retryMinutes: 90 };
    expect(afterNoAnswer(2, rule, now)).toEqual({ state: "waiting", nextAt: new Date("2026-11-25T09:30:00Z") });
    expect(afterNoAnswer(3, rule, now)).toEqual({ state: "given_up" });
  });
});

it("a template has its headings and one row", () => {
  expect(templateText("collection").split("\r\n")[0]).toBe("Phone,Name,Account number,Amount due,Due date");
  expect(templateText("calls").split("\r\n")[1]).toBe("0712000118,Amina Hassan,Asked for a price");
});

it("a call's source names the target that it is of", () => {
  expect(targetInSource("target/12")).toBe(12);
  expect(targetInSource("ticket/12")).toBeUndefined();
  expect(targetInSource("target/0")).toBeUndefined();
});
