import { expect, test } from "vitest";
import { dayPart, daySpan, dueFields, parseDue, ringsAt } from "../../rules/crm-tasks";

const nairobi = "Africa/Nairobi";
const london = "Europe/London";

test("a task is due at a moment of the account's clock, or when a day of it ends", () => {
  const timed = parseDue(nairobi, { day: "2026-11-25", time: "14:30" });
  expect(timed).toEqual({ due: new Date("2026-11-25T11:30:00Z"), all_day: false });
  const whole = parseDue(nairobi, { day: "2026-11-25", time: "" });
  expect(whole).toEqual({ due: new Date("2026-11-25T20:59:59.999Z"), all_day: true });
  // The day on which the clocks go back ends 25 hours after it began.
  expect(parseDue(london, { day: "2026-10-25", time: "" })?.due).toEqual(new Date("2026-10-25T23:59:59.999Z"));
});

test("what is no day and no time is none", () => {
  for (const typed of [
    { day: "", time: "" },
    { day: "2026-02-30", time: "" },
    { day: "2026-02-30", time: "10:00" },
    { day: "2026-02-03", time: "25:00" },
    { day: "9999-12-31", time: "" },
  ])
    expect(parseDue(nairobi, typed)).toBeUndefined();
});

test("the form of a task has the day and the time again", () => {
  for (const typed of [
    { day: "2026-11-25", time: "14:30" },
    { day: "2026-11-25", time: "" },
  ]) {
    const due = parseDue(nairobi, typed);
    expect(due && dueFields(nairobi, due)).toEqual(typed);
  }
});

test("a task of a whole day rings in its morning", () => {
  const whole = parseDue(nairobi, { day: "2026-11-25", time: "" });
  expect(whole && dueFields(nairobi, { due: ringsAt(whole), all_day: false })).toEqual({
    day: "2026-11-25",
    time: "08:00",
  });
});

test("a day's page has what is late, what is of today and what is of the seven days after it", () => {
  const now = new Date("2026-11-25T09:00:00Z");
  const span = daySpan(nairobi, now);
  expect(span.begins).toEqual(new Date("2026-11-24T21:00:00Z"));
  expect(span.week).toEqual(new Date("2026-12-02T20:59:59.999Z"));
  const at = (time: string, begins = false) => dayPart(new Date(time), span, now, begins);
  expect(at("2026-11-25T09:00:00Z")).toBe("late");
  expect(at("2026-11-25T20:59:59.999Z")).toBe("today");
  expect(at("2026-11-25T21:00:00Z")).toBe("week");
  // An appointment that has begun is not late.
  expect(at("2026-11-25T08:30:00Z", true)).toBe("today");
});
