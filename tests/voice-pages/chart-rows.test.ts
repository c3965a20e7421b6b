import { expect, test } from "vitest";
import { chartRows } from "../../app/voice/figures/chart-rows";
import { noSums } from "../../rules/voice-metrics";

const row = (key: string, answered = 1) => ({ key, label: key, sums: { ...noSums, answered } });
const shown = (...keys: string[]) =>
  chartRows(keys.map((key) => row(key))).map(({ label, sums }) => `${label} ${sums.answered}`);

test("a chart over days has the days without a call", () => {
  expect(shown("2026-02-27", "2026-03-02")).toEqual(["2026-02-27 1", "2026-02-28 0", "2026-03-01 0", "2026-03-02 1"]);
});

test("a chart over times of the day has the times without a call", () => {
  expect(shown("15:30", "17:00")).toEqual(["15:30 1", "16:00 0", "16:30 0", "17:00 1"]);
  expect(shown("23:00", "23:30")).toEqual(["23:00 1", "23:30 1"]);
  expect(shown("08", "10")).toEqual(["08 1", "09 0", "10 1"]);
});

test("nothing stays nothing", () => {
  expect(chartRows([])).toEqual([]);
});
