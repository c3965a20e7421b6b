import { describe, expect, test } from "vitest";
import {
  answerFiltersFrom,
  answerFiltersKey,
  answerFiltersText,
  axisGroups,
  numberBands,
  questionAxes,
} from "../../../rules/survey/answer-groups";
import { questionOf } from "./graph-of";

test("closed questions and rows of a matrix are axes; texts, days, rankings and more than 100 choices are not", () => {
  const axes = (type: Parameters<typeof questionOf>[0], at = 0) => questionAxes(questionOf(type, at));
  for (const type of ["yes_no", "consent", "rating", "nps", "number"] as const)
    expect(axes({ type })).toEqual([{ question: 1, row: null }]);
  for (const type of ["text", "date", "phone", "location", "statement"] as const) expect(axes({ type })).toEqual([]);
  expect(axes({ type: "rank", choices: ["a", "b"] })).toEqual([]);
  const choices = (count: number) => Array.from({ length: count }, (_, at) => `Choice ${at}`);
  expect(axes({ type: "multiple", choices: choices(100) })).toHaveLength(1);
  expect(axes({ type: "multiple", choices: choices(101) })).toEqual([]);
  const row = (text: string) => ({ text, aliases: [], role: "row" as const });
  expect(axes({ type: "matrix", choices: [row("Price"), "Good", row("Taste"), "Poor"] })).toEqual([
    { question: 1, row: 11 },
    { question: 1, row: 13 },
  ]);
});

describe("bands of numbers", () => {
  const labels = (low: number, high: number, whole = true) =>
    numberBands({ low, high, whole }).map(({ label }) => label);

  test("are the numbers themselves where there are few", () => {
    expect(labels(1, 5)).toEqual(["1", "2", "3", "4", "5"]);
    expect(labels(7, 7)).toEqual(["7"]);
  });

  test("are of one width, and begin at its multiples", () => {
    expect(labels(18, 95)).toEqual([
      ...["10 to 19", "20 to 29", "30 to 39", "40 to 49", "50 to 59"],
      ...["60 to 69", "70 to 79", "80 to 89", "90 to 99"],
    ]);
    expect(labels(-7, 12)).toEqual([
      ...["-8 to -7", "-6 to -5", "-4 to -3", "-2 to -1", "0 to 1"],
      ...["2 to 3", "4 to 5", "6 to 7", "8 to 9", "10 to 11", "12 to 13"],
    ]);
    expect(labels(0.5, 2.25, false)).toEqual(["0 to under 1", "1 to under 2", "2 to under 3"]);
  });

  test("never are more than 12, each number is in one of them, and each can be asked for", () => {
    for (const [low, high] of [
      [0, 1],
      [3, 104],
      [-1e12, 1e12],
      [99, 1_000_001],
      [-0.000001, 0.000001],
      [999_999_999_999_999, 999_999_999_999_999],
    ] as const) {
      const bands = numberBands({ low, high, whole: false });
      expect(bands.length).toBeLessThanOrEqual(12);
      for (const number of [low, (low + high) / 2, high])
        expect(
          bands.filter(({ group }) => group.kind === "range" && number >= group.from && number < group.to),
        ).toHaveLength(1);
      for (const { key, group } of bands)
        expect(answerFiltersFrom(`1:${key}`)).toEqual([{ question: 1, row: null, group }]);
    }
  });
});

test("filters by answers are read as they were written, and told in words", () => {
  const sex = questionOf({ type: "single", text: "Sex?", choices: ["Woman", "Man"] });
  const nps = questionOf({ type: "nps", text: "Recommend us?" }, 1);
  const why = questionOf({ type: "text", text: "Why?" }, 2);
  const key = "1:11,2:0..7,3:~late";
  const filters = answerFiltersFrom(key);
  expect(filters && answerFiltersKey(filters)).toBe(key);
  expect(answerFiltersText([sex, nps, why], key, ["en"])).toBe(
    "Sex?: Woman; Recommend us?: Detractors (0 to 6); Why?: “late”",
  );
  expect(answerFiltersText([sex], "9:1,1:99", ["en"])).toBe("a deleted question; Sex?: a deleted choice");
  const others = "1:answered,1:skipped,1:refused,1:unknown,1:none,1:11@2,1:12@";
  expect(answerFiltersKey(answerFiltersFrom(others) ?? [])).toBe(others);
  expect(answerFiltersText([sex], others, ["en"])).toBe(
    "Sex?: answered; Sex?: left out; Sex?: refused; Sex?: did not know; Sex?: not asked; Sex?: Woman at place 2; Sex?: Man ranked",
  );
  for (const odd of [
    "1:toString",
    "1:@1",
    "1:11@0",
    "1:11@100",
    "",
    "1",
    "1:",
    "0:1",
    "1:x",
    "1:~",
    "1:1..",
    "-1:2",
    "1.0:2",
    "1:2,",
  ])
    expect(answerFiltersFrom(odd)).toBeUndefined();
});

test("the groups of NPS are detractors, passives and promoters", () => {
  const groups = axisGroups(questionOf({ type: "nps" }), ["en"]);
  const group = (mark: number) =>
    groups.find((one) => one.group.kind === "range" && mark >= one.group.from && mark < one.group.to)?.label;
  expect([0, 6, 7, 8, 9, 10].map(group)).toEqual([
    ...["Detractors (0 to 6)", "Detractors (0 to 6)", "Passives (7 and 8)", "Passives (7 and 8)"],
    ...["Promoters (9 and 10)", "Promoters (9 and 10)"],
  ]);
});
