import { expect, test } from "vitest";
import { dailyLimit, warmUpDays } from "../../rules/email-warm-up";

const plan = { first_day: 50, growth: 50, target: 1_000 };

test("each day of a warm-up plan takes more, until its target", () => {
  expect([0, 1, 2, 3, 7, 8].map((day) => dailyLimit(plan, day))).toEqual([50, 75, 112, 168, 854, undefined]);
  expect(dailyLimit(plan, -1)).toBe(50);
  expect(dailyLimit(plan, 100_000)).toBeUndefined();
});

test("a plan that begins at its target has no limit", () => {
  expect([warmUpDays(plan), warmUpDays({ ...plan, first_day: 1_000 })]).toEqual([8, 0]);
  expect(dailyLimit({ ...plan, first_day: 1_000 }, 0)).toBeUndefined();
});
