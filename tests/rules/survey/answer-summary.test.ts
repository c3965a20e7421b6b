import { expect, test } from "vitest";
import { answerSummary } from "../../../rules/survey/answer-summary";
import type { SurveyAnswer } from "../../../rules/survey/graph";
import { graphOf } from "./graph-of";

const text = (said: string): SurveyAnswer => ({ kind: "text", text: said });

test("answers are told a line for each question, in the survey's order and without what was left out", () => {
  const graph = graphOf([
    { type: "single", text: "Sex?", choices: ["Woman", "Man"] },
    { type: "text", text: "Why?" },
    { type: "nps", text: "Recommend us?" },
  ]);
  const answers = new Map<number, SurveyAnswer>([
    [3, { kind: "number", number: 9 }],
    [2, { kind: "skipped" }],
    [1, { kind: "choices", choices: [11] }],
  ]);
  expect(answerSummary(graph, answers)).toBe("Sex?: Woman\nRecommend us?: 9");
  expect(answerSummary(graph, new Map())).toBe("");
});

test("five answers are told, the others counted, and long ones are cut", () => {
  const graph = graphOf(Array.from({ length: 7 }, (_, n) => ({ type: "text" as const, text: `Q${n + 1}?` })));
  const answers = new Map(graph.questions.map(({ id }) => [id, text(`one\ntwo ${"long ".repeat(100)}`)]));
  const lines = answerSummary(graph, answers).split("\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^Q1\?: one two long .{1,200} \.\.\.$/);
  expect(lines[5]).toBe("2 more answers");
});
