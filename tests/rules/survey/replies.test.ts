import { expect, test } from "vitest";
import type { SurveyAnswer } from "../../../rules/survey/graph";
import { dateIn, matchReply } from "../../../rules/survey/replies";
import { questionOf } from "./graph-of";

const delivery = questionOf({
  type: "single",
  choices: [
    { text: "Very good", aliases: ["nzuri sana", "safi"] },
    { text: "Good", aliases: ["nzuri"] },
    "Fair",
    { text: "Poor", aliases: ["mbaya"] },
  ],
});

test.each([
  ["1", 11],
  [" 2.", 12],
  ["(3)", 13],
  ["4!!!", 14],
  ["two", 12],
  ["Mbili", 12],
  ["no 2", 12],
  ["option 3", 13],
  ["chaguo la", undefined],
  ["GOOD", 12],
  ["Very   good.", 11],
  ["nzuri sana", 11],
  ["SAFI", 11],
  ["mbaya", 14],
  ["2 Good", 12],
  ["2. good", 12],
  ["1 Good", undefined],
  ["10", undefined],
  ["0", undefined],
  ["5", undefined],
  ["12", undefined],
  ["ten", undefined],
  ["", undefined],
  ["???", undefined],
  ["it was good but late", undefined],
])("the reply %j to one choice of four is choice %s", (typed, choice) => {
  const matched = matchReply(delivery, typed);
  expect(matched.ok ? matched.answer : undefined).toEqual(choice && { kind: "choices", choices: [choice] });
});

test("with eleven choices “10” is the tenth, “kumi na moja” the eleventh, and “1” the first", () => {
  const question = questionOf({
    type: "single",
    choices: Array.from({ length: 11 }, (_, at) => `Town ${"abcdefghijk"[at]}`),
  });
  const chosen = (typed: string) => {
    const matched = matchReply(question, typed);
    return matched.ok && matched.answer.kind === "choices" ? matched.answer.choices : undefined;
  };
  expect([chosen("10"), chosen("kumi na moja"), chosen("1"), chosen("kumi")]).toEqual([[20], [21], [11], [20]]);
});

test.each([
  ["1,3", [11, 13]],
  ["3 1", [11, 13]],
  ["1 and 2", [11, 12]],
  ["moja na tatu", [11, 13]],
  ["Maize; beans", [11, 12]],
  ["Tea and milk", [13]],
  ["tea and milk, maize", [11, 13]],
  ["1,1,1", [11]],
  ["13", undefined],
  ["1,9", undefined],
  ["maize and gold", undefined],
])("the reply %j to several choices is %j", (typed, choices) => {
  const question = questionOf({ type: "multiple", choices: ["Maize", "Beans", "Tea and milk"] });
  const matched = matchReply(question, typed);
  expect(matched.ok ? matched.answer : undefined).toEqual(choices && { kind: "choices", choices });
});

test.each([
  ["NDIO", true],
  ["Ndiyo!", true],
  ["yes please", true],
  ["Y", true],
  ["1", true],
  ["sawa", true],
  ["hapana", false],
  ["La", false],
  ["no thank you", false],
  ["2", false],
  ["yes and no", undefined],
  ["maybe", undefined],
  ["not yes", undefined],
])("the reply %j to yes or no is %s", (typed, yes) => {
  const matched = matchReply(questionOf({ type: "yes_no" }), typed);
  expect(matched.ok ? matched.answer : undefined).toEqual(yes === undefined ? undefined : { kind: "yes", yes });
});

test.each([
  [{ type: "number" as const, min: 0, max: 120 }, "34", 34],
  [{ type: "number" as const, min: 0, max: 120 }, "thirty four", 34],
  [{ type: "number" as const, min: 0, max: 120 }, "0", 0],
  [{ type: "number" as const, min: 0, max: 120 }, "120", 120],
  [{ type: "number" as const, min: 0, max: 120 }, "121", "bounds"],
  [{ type: "number" as const, min: 0, max: 120 }, "-1", "bounds"],
  [{ type: "number" as const }, "KSh 1,500", 1500],
  [{ type: "number" as const }, "a lot", "number"],
  [{ type: "rating" as const }, "5", 5],
  [{ type: "rating" as const }, "5 stars", 5],
  [{ type: "rating" as const }, "tano", 5],
  [{ type: "rating" as const }, "6", "bounds"],
  [{ type: "rating" as const }, "4.5", "bounds"],
  [{ type: "rating" as const, max_rating: 10 }, "10", 10],
  [{ type: "nps" as const }, "10", 10],
  [{ type: "nps" as const }, "sifuri", 0],
  [{ type: "nps" as const }, "11", "bounds"],
])("%j: the reply %j is %s", (question, typed, expected) => {
  const matched = matchReply(questionOf(question), typed);
  if (matched.ok) expect(matched.answer).toEqual({ kind: "number", number: expected });
  else expect(matched.why).toBe(expected);
});

test.each([
  ["2026-06-15", "2026-06-15"],
  ["15/6/2026", "2026-06-15"],
  ["15.06.26", "2026-06-15"],
  ["15 june 2026", "2026-06-15"],
  ["1st januari 2026", "2026-01-01"],
  ["31/2/2026", undefined],
  ["13/13/2026", undefined],
  ["tomorrow", undefined],
])("the day in %j is %s", (typed, day) => {
  expect(dateIn(typed)).toBe(day);
});

test("a question that may be left out is skipped by SKIP or RUKA; a required one is not", () => {
  const skipped: SurveyAnswer = { kind: "skipped" };
  for (const typed of ["skip", "RUKA", ""])
    expect(matchReply(questionOf({ type: "number", required: false }), typed)).toEqual({ ok: true, answer: skipped });
  expect(matchReply(questionOf({ type: "number" }), "skip").ok).toBe(false);
});

test("a text is kept as it was typed, and has a bound", () => {
  expect(matchReply(questionOf(), "  It broke! ")).toEqual({ ok: true, answer: { kind: "text", text: "It broke!" } });
  expect(matchReply(questionOf(), "x".repeat(2001)).ok).toBe(false);
});
