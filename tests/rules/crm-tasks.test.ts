import { expect, test } from "vitest";
import { dayPart, daySpan, dueFields, parseDue, ringsAt } from "../../rules/crm-tasks";

const nairobi = "Africa/Nairobi";
const london = "Europe/London";

test("a task is due at a moment of a person's clock, or when a day of it ends", () => {
  const timed = parseDue(nairobi, { day: "2026-11-25", time: "14:30" });
  expect(timed).toEqual({ due: new Date("2026-11-25T11:30:00Z"), due_on: null });
  const whole = parseDue(nairobi, { day: "2026-11-25", time: "" });
  expect(whole).toEqual({ due: new Date("2026-11-25T20:59:59.999Z"), due_on: "2026-11-25" });
  // The day on which the clocks go back ends 25 hours after it began.
  expect(parseDue(london, { day: "2026-10-25", time: "" })?.due).toEqual(new Date("2026-10-25T23:59:59.999Z"));
  // The clocks of Cairo go from 23:59:59 to 01:00.
  expect(parseDue("Africa/Cairo", { day: "2026-04-23", time: "" })?.due).toEqual(new Date("2026-04-23T21:59:59.999Z"));
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

test("a day is the same day for a person with another clock, a time is not", () => {
  const whole = parseDue(nairobi, { day: "2026-11-25", time: "" });
  expect(whole && dueFields("Asia/Dubai", whole)).toEqual({ day: "2026-11-25", time: "" });
  const timed = parseDue(nairobi, { day: "2026-11-25", time: "23:30" });
  expect(timed && dueFields("Asia/Dubai", timed)).toEqual({ day: "2026-11-26", time: "00:30" });
});

test("a task of a whole day rings in its morning", () => {
  const whole = parseDue(nairobi, { day: "2026-11-25", time: "" });
  expect(whole && dueFields(nairobi, { due: ringsAt(whole), due_on: null })).toEqual({
    day: "2026-11-25",
    time: "08:00",
  });
});

test("a day's page has what is late, what is of today and what is of the seven days after it", () => {
  const now = new Date("2026-11-25T09:00:00Z");
  const span = daySpan(nairobi, now);
  expect(span.begins).toEqual(new Date("2026-11-24T21:00:00Z"));
  expect(span.week).toEqual(new Date("2026-12-02T20:59:59.999Z"));
  const at = (time: string, due_on: string | null = null) => dayPart({ due: new Date(time), due_on }, span, now);
  expect(at("2026-11-25T09:00:00Z")).toBe("late");
  expect(at("2026-11-25T20:59:59.999Z")).toBe("today");
  expect(at("2026-11-25T21:00:00Z")).toBe("week");
  // Of today where it was written, which ends later there.
  expect(at("2026-11-25T22:59:59.999Z", "2026-11-25")).toBe("today");
  expect(at("2026-11-26T20:59:59.999Z", "2026-11-26")).toBe("week");
});
