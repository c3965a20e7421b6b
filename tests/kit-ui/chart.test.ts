import { expect, test } from "vitest";
import { ticks } from "../../app/kit/ui/chart-axes";

test.each([
  ["one received a day", [0, 1, 0], [0, 1]],
  ["at most three", [3, 1, 2], [0, 1, 2, 3]],
  ["many", [4, 0], 4],
  ["nothing", [0, 0], 4],
  ["shares, which have halves", [0.5, 1], 4],
])("an axis of %s has a line for each whole number and none between", (_, tops, lines) => {
  expect(ticks(tops)).toEqual(lines);
});
