import { describe, expect, test } from "vitest";
import { answerFiltersFrom, answerFiltersKey, answerFiltersText, openEnd } from "../../../rules/survey/answer-groups";
import type { SurveyAnswer } from "../../../rules/survey/graph";
import { publishFindings } from "../../../rules/survey/publish";
import {
  excludesOther,
  matchingQuotas,
  type QuotaCondition,
  quotaConditionText,
  quotaFilters,
  typedRange,
} from "../../../rules/survey/quotas";
import { graphOf } from "./graph-of";

const graph = graphOf([
  { type: "single", text: "Sex?", choices: ["Woman", "Man"] },
  { type: "number", text: "Age?", min: 16 },
  { type: "multiple", text: "Towns?", choices: ["Nairobi", "Mombasa"] },
  { type: "yes_no", text: "A phone?" },
  { type: "rating", text: "How was it?" },
  { type: "text", text: "Why?" },
]);
const choice = (question: number, chosen: number): QuotaCondition => ({
  question,
  group: { kind: "choice", choice: chosen },
});
const woman = choice(1, 11);
const young: QuotaCondition = { question: 2, group: typedRange(18, 24) };
const nairobi = choice(3, 31);
const phone: QuotaCondition = { question: 4, group: { kind: "yes", yes: true } };

const chosen = (...choices: number[]): SurveyAnswer => ({ kind: "choices", choices });
const number = (given: number): SurveyAnswer => ({ kind: "number", number: given });

describe("a response belongs to a limit", () => {
  const belongs = (conditions: QuotaCondition[], answers: [number, SurveyAnswer][]) =>
    matchingQuotas([{ conditions }], new Map(answers)).length === 1;

  test("of one choice by an answer on the way", () => {
    expect(belongs([woman], [])).toBe(false);
    expect(belongs([woman], [[1, chosen(11)]])).toBe(true);
    expect(belongs([nairobi], [[3, chosen(32, 31)]])).toBe(true);
    expect(belongs([nairobi], [[3, { kind: "skipped" }]])).toBe(false);
  });

  test("over several questions when all of them are answered so", () => {
    const cell = [woman, young, nairobi, phone];
    const all: [number, SurveyAnswer][] = [
      [1, chosen(11)],
      [2, number(18)],
      [3, chosen(31)],
      [4, { kind: "yes", yes: true }],
    ];
    expect(belongs(cell, all)).toBe(true);
    for (const [id] of all)
      expect(
        belongs(
          cell,
          all.filter(([question]) => question !== id),
        ),
      ).toBe(false);
    expect(belongs(cell, [...all, [4, { kind: "yes", yes: false }]])).toBe(false);
    expect(belongs(cell, [...all, [1, chosen(12)]])).toBe(false);
  });

  test.each([
    [17, false],
    [18, true],
    [24, true],
    [24.5, true],
    [25, false],
  ])("of 18 to 24 with %d: %s", (age, expected) => {
    expect(belongs([young], [[2, number(age)]])).toBe(expected);
  });

  test("whose range has no lowest or highest number", () => {
    const of = (from: number | null, to: number | null, given: number) =>
      belongs([{ question: 2, group: typedRange(from, to) }], [[2, number(given)]]);
    expect([of(65, null, 64), of(65, null, 65), of(65, null, 999_999_999_999_999)]).toEqual([false, true, true]);
    expect([of(null, 2.5, -5), of(null, 2.5, 2.5), of(null, 2.5, 2.59), of(null, 2.5, 2.6)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(typedRange(0, 0.3)).toEqual({ kind: "range", from: 0, to: 0.4 });
    expect(typedRange(null, null)).toEqual({ kind: "range", from: -openEnd, to: openEnd });
  });
});

test("conditions are told in words, and are the answers that responses are filtered by", () => {
  const say = (condition: QuotaCondition) => quotaConditionText(graph, condition);
  expect([woman, young, phone].map(say)).toEqual(["Sex?: Woman", "Age?: 18 to 24", "A phone?: Yes"]);
  const range = (from: number | null, to: number | null) => say({ question: 2, group: typedRange(from, to) });
  expect([range(65, null), range(null, 17), range(5, 5), range(null, 2.5), range(1.5, 2)]).toEqual([
    "Age?: 65 or more",
    "Age?: 17 or less",
    "Age?: 5",
    "Age?: under 2.6",
    "Age?: 1.5 to under 3",
  ]);
  expect([choice(9, 1), choice(1, 99)].map(say)).toEqual(["A deleted question", "Sex?: a deleted choice"]);
  const filters = quotaFilters([woman, { question: 2, group: typedRange(65, null) }, phone]);
  const key = answerFiltersKey(filters);
  expect(answerFiltersFrom(key)).toEqual(filters);
  expect(answerFiltersText(graph.questions, key, ["en"])).toBe("Sex?: Woman; Age?: 65 or more; A phone?: Yes");
});

test("two conditions on one question can exclude each other", () => {
  const age = (from: number | null, to: number | null) => ({ question: 2, group: typedRange(from, to) });
  const excludes = (one: QuotaCondition, other: QuotaCondition) => excludesOther(graph, one, other);
  expect(excludes(woman, choice(1, 12))).toBe(true);
  expect(excludes(woman, woman)).toBe(false);
  expect(excludes(nairobi, choice(3, 32))).toBe(false);
  expect(excludes(woman, nairobi)).toBe(false);
  expect(excludes(phone, { question: 4, group: { kind: "yes", yes: false } })).toBe(true);
  expect(excludes(age(18, 24), age(25, null))).toBe(true);
  expect(excludes(age(18, 24), age(24, 30))).toBe(false);
});

describe("a limit keeps a survey from being published", () => {
  const faults = (...conditions: QuotaCondition[]) =>
    publishFindings(graph, [{ name: "Young women", conditions }]).flatMap(({ level, question, text }) =>
      level === "fault" ? [{ question, text: text.replace("The limit “Young women”: ", "") }] : [],
    );

  test("only where something is wrong with it", () => {
    expect(faults(woman, young, nairobi, phone)).toEqual([]);
  });

  test("when a question or a choice of it is gone", () => {
    expect(faults(choice(9, 1))).toEqual([
      { question: null, text: "a condition looks at a question that was deleted." },
    ]);
    expect(faults(young, choice(1, 99))).toEqual([
      { question: 1, text: "a condition looks at a choice of question 1 that was deleted." },
    ]);
  });

  test("when an answer can't be so", () => {
    const rating = (from: number, to: number) => ({ question: 5, group: typedRange(from, to) });
    expect(faults(choice(6, 1))).toEqual([{ question: 6, text: "a condition does not fit the type of question 6." }]);
    expect(faults({ question: 4, group: typedRange(1, 2) })).toHaveLength(1);
    expect(faults(rating(6, 9))).toEqual([
      { question: 5, text: "a condition has numbers that question 5 does not take." },
    ]);
    expect(faults(rating(5, 9))).toEqual([]);
    expect(faults({ question: 2, group: typedRange(10, 15) })).toHaveLength(1);
    expect(faults(rating(4, 2))).toEqual([
      { question: 5, text: "a condition has a lowest number above the highest, for question 5." },
    ]);
  });

  test("when two of its conditions exclude each other", () => {
    expect(faults(woman, young, choice(1, 12))).toEqual([
      { question: 1, text: "no answer to question 1 matches two of its conditions." },
    ]);
  });
});
