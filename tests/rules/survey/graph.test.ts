import { describe, expect, test } from "vitest";
import { compares, conditionSentence, countedAnswers, questionPath } from "../../../rules/survey/conditions";
import { operands, type SurveyAnswer, type SurveyQuestion } from "../../../rules/survey/graph";
import { nextMessage, questionParts } from "../../../rules/survey/messages";
import { publishFindings } from "../../../rules/survey/publish";
import {
  answerQuestion,
  dispositions,
  endedBy,
  mayMove,
  type SessionState,
  stepSession,
} from "../../../rules/survey/sessions";
import { graphOf } from "./graph-of";

const number = (value: number): SurveyAnswer => ({ kind: "number", number: value });
const choice = (...choices: number[]): SurveyAnswer => ({ kind: "choices", choices });
const text = (value: string): SurveyAnswer => ({ kind: "text", text: value });

describe("a comparison", () => {
  test.each(operands)(
    "“%s” with a missing or skipped answer is false, “is empty”, “does not equal” and “always” aside",
    (operand) => {
      const expected = ["is empty", "does not equal", "always"].includes(operand);
      expect(compares(undefined, operand, "3")).toBe(expected);
      expect(compares({ kind: "skipped" }, operand, "3")).toBe(expected);
    },
  );

  test.each([
    [number(5), "is more than", "5", false],
    [number(5), "is at least", "5", true],
    [number(10), "is more than", "9", true],
    [number(5), "is at most", "5.0", true],
    [number(1500), "equals", "1,500", true],
    [number(5), "is at least", "many", false],
    [choice(11), "is one of", "11,12", true],
    [choice(13), "is one of", "11,12", false],
    [choice(11, 12), "equals", "12, 11", true],
    [choice(11, 12), "equals", "11", false],
    [choice(11), "does not equal", "12", true],
    [text("The Box broke"), "contains", "box", true],
    [text("Box"), "equals", " BOX ", true],
    [text("5"), "is more than", "3", false],
    [{ kind: "yes", yes: true }, "equals", "yes", true],
    [{ kind: "date", date: "2026-06-15" }, "is more than", "2026-06-14", true],
    [{ kind: "date", date: "2026-06-15" }, "is less than", "soon", false],
  ] as [SurveyAnswer, (typeof operands)[number], string, boolean][])(
    "%j %s %j is %s",
    (answer, operand, value, expected) => {
      expect(compares(answer, operand, value)).toBe(expected);
    },
  );
});

const after = graphOf([
  {
    type: "single",
    choices: ["Good", "Poor"],
    conditions: [
      { operand: "equals", value: "12", target: 2 },
      { operand: "always", target: 3 },
    ],
  },
  { type: "text" },
  { type: "nps", conditions: [{ asked: 1, operand: "equals", value: "11", target: null }] },
  { type: "text", required: false },
]);

describe("the way through a survey", () => {
  const asked = (answers: [number, SurveyAnswer][]) => questionPath(after, new Map(answers)).next?.id ?? null;

  test("follows the first condition that holds", () => {
    expect(asked([])).toBe(1);
    expect(asked([[1, choice(12)]])).toBe(2);
    expect(asked([[1, choice(11)]])).toBe(3);
    expect(
      asked([
        [1, choice(11)],
        [3, number(9)],
      ]),
    ).toBe(null);
    expect(
      asked([
        [1, choice(12)],
        [2, text("Late")],
        [3, number(2)],
      ]),
    ).toBe(4);
  });

  test("leaves out answers that are no longer on it", () => {
    const all = new Map<number, SurveyAnswer>([
      [1, choice(11)],
      [2, text("Late")],
      [3, number(9)],
    ]);
    expect([...countedAnswers(after, all).keys()]).toEqual([1, 3]);
  });

  test("ends, whatever the conditions say", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const graph = randomGraph(seed);
      const answers = new Map<number, SurveyAnswer>();
      for (let steps = 0; steps <= graph.questions.length; steps++) {
        const { next } = questionPath(graph, answers);
        if (!next) break;
        answers.set(next.id, number((seed + next.id) % 6));
      }
      expect(questionPath(graph, answers).next).toBe(null);
      for (const id of countedAnswers(graph, answers).keys()) expect(answers.has(id)).toBe(true);
    }
  });

  test("a no to a consent ends it", () => {
    const graph = graphOf([{ type: "consent" }, { type: "text" }]);
    const state: SessionState = { disposition: "contacted", answers: new Map(), invalid: 0 };
    expect(stepSession(graph, state, "hapana")).toMatchObject({ outcome: "ineligible", disposition: "ineligible" });
    expect(stepSession(graph, state, "ndio")).toMatchObject({ outcome: "next", disposition: "started" });
  });
});

function randomGraph(seed: number) {
  let state = seed;
  const random = (most: number) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  const count = 2 + random(7);
  return graphOf(
    Array.from({ length: count }, () => ({
      type: "number" as const,
      conditions: Array.from({ length: random(3) }, () => ({
        operand: operands[random(operands.length)] as (typeof operands)[number],
        value: String(random(6)),
        target: random(5) === 0 ? null : 1 + random(count),
      })),
    })),
  );
}

describe("publishing", () => {
  const faults = (graph: Parameters<typeof publishFindings>[0]) =>
    publishFindings(graph).flatMap(({ level, text: words }) => (level === "fault" ? [words] : []));

  test("a whole survey has no faults", () => {
    expect(publishFindings(after)).toEqual([]);
  });

  test.each([
    [[], "Add at least one question."],
    [[{ type: "statement" as const }], "Add at least one question."],
    [[{ text: " " }], "Question 1 has no text."],
    [[{ type: "single" as const, choices: ["Only"] }], "Question 1 needs at least 2 choices."],
    [[{ conditions: [{ target: 9 }] }], "Question 1: a condition goes to a question that was deleted."],
    [
      [{}, { conditions: [{ target: 1 }] }],
      "Question 2: a condition goes back to question 1. A survey only goes forward.",
    ],
    [
      [{ conditions: [{ operand: "always" as const, target: 3 }] }, {}, {}],
      "Question 2 can't be reached by any answer.",
    ],
    [
      [{ type: "single" as const, choices: ["A", "B"], conditions: [{ operand: "equals" as const, value: "19" }] }],
      "Question 1: a condition looks at a choice that was deleted.",
    ],
    [
      [{ conditions: [{ asked: 2, operand: "is empty" as const, target: null }] }, {}],
      "Question 1: a condition looks at question 2, which is asked later.",
    ],
    [
      [{ conditions: [{ operand: "is at least" as const, value: "3", target: null }] }],
      "Question 1: a condition can't compare question 1 with “is at least”.",
    ],
    [
      [{ type: "single" as const, choices: ["Good", { text: "Fine", aliases: ["GOOD!"] }] }],
      "Question 1: “good” could mean two of its choices.",
    ],
    [[{ type: "number" as const, min: 9, max: 3 }], "Question 1: the lowest number is above the highest."],
  ])("%j is refused", (questions, expected) => {
    expect(faults(graphOf(questions))).toContain(expected);
  });

  test("a long question and a choice that is a bare number are warned of", () => {
    const found = publishFindings(graphOf([{ text: "Why? ".repeat(70) }, { type: "single", choices: ["5", "More"] }]));
    expect(found.map(({ level }) => level)).toEqual(["warning", "warning"]);
    expect(found[0]?.text).toBe("Question 1 takes 3 SMS.");
    expect(found[1]?.text).toContain("“5” is a bare number");
  });

  test("what is not translated is warned of", () => {
    expect(publishFindings(graphOf([{}], { languages: ["en", "sw"] })).map(({ text: words }) => words)).toEqual([
      "Question 1 is not wholly in Kiswahili.",
    ]);
  });
});

describe("a session", () => {
  const begin: SessionState = { disposition: "contacted", answers: new Map(), invalid: 0 };

  test("goes from reply to reply to the end", () => {
    const first = stepSession(after, begin, "poor");
    expect(first).toMatchObject({ outcome: "next", disposition: "started" });
    const second = first && stepSession(after, first, "It came late");
    const third = second && stepSession(after, second, "three");
    expect(third).toMatchObject({ outcome: "next", disposition: "interim partial" });
    const last = third && stepSession(after, third, "ruka");
    expect(last).toMatchObject({ outcome: "completed", disposition: "completed" });
    expect(last && stepSession(after, last, "more")).toBeUndefined();
  });

  test("ends at the third reply in a row that is not understood; a good one begins the count again", () => {
    const bad = (state: SessionState | undefined) => state && stepSession(after, state, "what?");
    const two = bad(bad(begin));
    expect(two).toMatchObject({ outcome: "invalid", invalid: 2 });
    expect(bad(two)).toMatchObject({ outcome: "ended", disposition: "breakoff" });
    expect(two && stepSession(after, two, "1")).toMatchObject({ outcome: "next", invalid: 0 });
  });

  test("an answer that is changed leads another way", () => {
    const poor = answerQuestion(after, begin, after.questions[0] as SurveyQuestion, choice(12));
    const good = answerQuestion(after, poor, after.questions[0] as SurveyQuestion, choice(11));
    expect(questionPath(after, good.answers).next?.id).toBe(3);
  });

  test("has 23 moves; STOP ends it as far as it came", () => {
    expect(dispositions.flatMap((from) => dispositions.filter((to) => mayMove(from, to))).length).toBe(23);
    expect(
      (["started", "interim partial", "contacted", "queued"] as const).map((from) => endedBy(from, "stop")),
    ).toEqual(["breakoff", "partial", "refused", "refused"]);
    for (const from of ["started", "interim partial", "contacted"] as const)
      for (const why of ["stop", "silence"] as const) expect(mayMove(from, endedBy(from, why))).toBe(true);
  });
});

describe("a question as an SMS", () => {
  test("has its choices with their numbers, and the first says how to end", () => {
    expect(nextMessage(after, new Map(), "en")).toBe("Question 1?\nReply\n1 Good\n2 Poor\nSTOP to end.");
    expect(nextMessage(after, new Map([[1, choice(11)]]), "sw")).toBe("Question 3?\nJibu kwa namba kuanzia 0 hadi 10");
  });

  test("has the statements before it, and the end has those after", () => {
    const graph = graphOf([
      { type: "statement", text: "Hello." },
      { type: "text" },
      { type: "statement", text: "Bye." },
    ]);
    expect(nextMessage(graph, new Map(), "en")).toBe("Hello.\nQuestion 2?\nSTOP to end.");
    expect(nextMessage(graph, new Map([[2, text("x")]]), "en")).toBe("Bye.\nThank you. Your answers have been saved.");
  });

  test("is counted in parts", () => {
    expect(questionParts(after, after.questions[0] as SurveyQuestion, "en")).toMatchObject({
      parts: 1,
      encoding: "GSM-7",
    });
  });
});

test("conditions read as sentences", () => {
  const [first, , third] = after.questions as [SurveyQuestion, SurveyQuestion, SurveyQuestion];
  expect(first.conditions.map((condition) => conditionSentence(after, first, condition))).toEqual([
    "If this answer equals Poor, go to question 2.",
    "In all other cases go to question 3.",
  ]);
  expect(third.conditions.map((condition) => conditionSentence(after, third, condition))).toEqual([
    "If answer 1 equals Good, end the survey.",
  ]);
});
