import { describe, expect, test } from "vitest";
import type { SurveyAnswer, SurveyGraph } from "../../../rules/survey/graph";
import { maxPageQuestions, maxPageTexts, surveyPages } from "../../../rules/survey/pages";
import { graphOf } from "./graph-of";

const typed = (text: string): SurveyAnswer => ({ kind: "text", text });
const chosen = (...choices: number[]): SurveyAnswer => ({ kind: "choices", choices });

function pages(graph: SurveyGraph, answers: [number, SurveyAnswer][] = [], limited: number[][] = []): number[][] {
  const rules = { mode: "page", limited } as const;
  return surveyPages(graph, new Map(answers), rules).map((page) => page.map(({ id }) => id));
}

describe("all questions on one page", () => {
  test("are all there while nothing depends on an answer", () => {
    expect(pages(graphOf([{}, { type: "statement" }, { type: "nps" }, {}]))).toEqual([[1, 2, 3, 4]]);
  });

  test("end where an answer leads elsewhere, and go on after it", () => {
    const graph = graphOf([
      {},
      { type: "single", choices: ["Good", "Poor"], conditions: [{ operand: "equals", value: "21", target: 4 }] },
      {},
      {},
      {},
    ]);
    expect(pages(graph)).toEqual([[1, 2]]);
    const first = [1, typed("a")] as [number, SurveyAnswer];
    expect(pages(graph, [first, [2, chosen(22)]])).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
    expect(pages(graph, [first, [2, chosen(21)]])).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  test("do not end at a condition on an answer of an earlier page, nor at one that always holds", () => {
    const graph = graphOf([
      { type: "yes_no", conditions: [{ operand: "equals", value: "no" }] },
      { conditions: [{ asked: 1, operand: "equals", value: "yes", target: 4 }] },
      {},
      { conditions: [{ target: 6 }] },
      {},
      {},
    ]);
    expect(pages(graph)).toEqual([[1]]);
    expect(pages(graph, [[1, { kind: "yes", yes: true }]])).toEqual([[1], [2, 4, 6]]);
    expect(pages(graph, [[1, { kind: "yes", yes: false }]])).toEqual([[1]]);
  });

  test("end where a value of the page's answers leads elsewhere or is shown", () => {
    const values = { calculated: [{ id: 1, name: "spent", expression: "{{1}} + {{2}}" }] };
    const numbers = [{ type: "number" as const }, { type: "number" as const }];
    const compared = [{ calculated: 1, operand: "is at least" as const, value: "10", target: 5 }];
    const leads = graphOf([...numbers, { conditions: compared }, {}, {}], values);
    expect(pages(leads)).toEqual([[1, 2, 3]]);
    const number = (id: number, value: number) => [id, { kind: "number", number: value }] as [number, SurveyAnswer];
    const much = [number(1, 6), number(2, 5), [3, typed("so")] as [number, SurveyAnswer]];
    expect(pages(leads, much)).toEqual([[1, 2, 3], [5]]);
    const shows = graphOf([...numbers, {}, { text: "You spent {{spent}}. Why?" }], values);
    expect(pages(shows)).toEqual([[1, 2, 3]]);
    expect(pages(shows, much)).toEqual([[1, 2, 3], [4]]);
  });

  test("end at a consent, at a question with a quota, and before a text that shows an answer of the page", () => {
    const graph = graphOf([{ type: "consent" }, { type: "single", choices: ["A", "B"] }, {}, { text: "Why {{3}}?" }]);
    const yes = [1, { kind: "yes", yes: true }] as [number, SurveyAnswer];
    expect(pages(graph, [yes])).toEqual([[1], [2, 3]]);
    expect(pages(graph, [yes], [[2]])).toEqual([[1], [2]]);
    const all = [yes, [2, chosen(21)], [3, typed("so")]] as [number, SurveyAnswer][];
    expect(pages(graph, all)).toEqual([[1], [2, 3], [4]]);
    expect(pages(graph, [[1, { kind: "yes", yes: false }]])).toEqual([[1]]);
  });

  test("end at the last question that decides a limit over several, in whatever order it names them", () => {
    const graph = graphOf([{ type: "yes_no" }, {}, { type: "nps" }, {}]);
    expect(pages(graph, [], [[3, 1]])).toEqual([[1, 2, 3]]);
    expect(pages(graph, [], [[1, 9]])).toEqual([[1, 2, 3, 4]]);
    const first = [1, { kind: "yes", yes: true }] as [number, SurveyAnswer];
    const leads = graphOf([{ type: "yes_no", conditions: [{ operand: "equals", value: "no" }] }, { type: "nps" }, {}]);
    expect(pages(leads, [first], [[1, 2]])).toEqual([[1], [2]]);
  });

  test("end before a section whose text shows an answer of the page, and not at one that shows an earlier one", () => {
    const section = { title: { en: "About {{1}}" }, text: {} };
    const graph = graphOf([{}, { section }, {}]);
    expect(pages(graph)).toEqual([[1]]);
    expect(pages(graph, [[1, typed("tea")]])).toEqual([[1], [2, 3]]);
  });

  test("leave statements after the last question to the end, and to the page after them", () => {
    const graph = graphOf([{}, { type: "statement", text: "You said {{1}}." }, {}, { type: "statement" }]);
    expect(pages(graph)).toEqual([[1]]);
    expect(pages(graph, [[1, typed("a")]])).toEqual([[1], [2, 3]]);
    expect(
      pages(graph, [
        [1, typed("a")],
        [3, typed("b")],
      ]),
    ).toEqual([[1], [2, 3]]);
  });

  test("are as many as a form can carry", () => {
    const many = (type: "nps" | "text") => graphOf(Array.from({ length: 50 }, () => ({ type })));
    expect(pages(many("nps"))[0]).toHaveLength(maxPageQuestions);
    expect(pages(many("text"))[0]).toHaveLength(maxPageTexts);
  });

  test("an answer that is there does not end the page before those that are not", () => {
    expect(pages(graphOf([{}, {}, {}]), [[2, typed("b")]])).toEqual([[1, 2, 3]]);
  });
});

test("with one question at a time each has its page, with the statements before it", () => {
  const graph = graphOf([{ type: "statement" }, {}, {}]);
  const found = surveyPages(graph, new Map([[2, typed("a")]]), { mode: "conversation", limited: [] });
  expect(found.map((page) => page.map(({ id }) => id))).toEqual([[1, 2], [3]]);
});
