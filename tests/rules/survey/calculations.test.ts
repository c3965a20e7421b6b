import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calculatedNumber,
  calculatedNumbers,
  calculatedText,
  calculationFault,
  calculationRenamed,
} from "../../../rules/survey/calculations";
import { questionPath } from "../../../rules/survey/conditions";
import type { SurveyAnswer } from "../../../rules/survey/graph";
import { parseCalculation } from "../../../rules/survey/parse-calculation";
import { pipedText } from "../../../rules/survey/piping";
import { publishFindings } from "../../../rules/survey/publish";
import { graphOf } from "./graph-of";

const number = (value: number): SurveyAnswer => ({ kind: "number", number: value });

/** Food and drinks are numbers, topics are chosen, and this is worked out. */
function graphWith(expression: string, before: { name: string; expression: string }[] = []) {
  const values = [...before, { name: "total", expression }];
  return graphOf(
    [
      { type: "number", name: "food" },
      { type: "rating", name: "drinks" },
      { type: "multiple", name: "topics", choices: ["Price", "Taste", "Service"] },
      { type: "text", name: "why" },
    ],
    { calculated: values.map((value, at) => ({ id: at + 1, ...value })) },
  );
}

/** What the last value comes to. */
function total(expression: string, answers: [number, SurveyAnswer][] = [], before?: Parameters<typeof graphWith>[1]) {
  const graph = graphWith(expression, before);
  return calculatedNumber(graph, graph.calculated.length, new Map(answers));
}

describe("a calculation", () => {
  const answers: [number, SurveyAnswer][] = [
    [1, number(6)],
    [2, number(4)],
    [3, { kind: "choices", choices: [31, 33] }],
  ];

  test.each([
    ["2 + 3 * 4", 14],
    ["(2 + 3) * 4", 20],
    ["10 - 3 - 2", 5],
    ["12 / 3 / 2", 2],
    ["-3 + 5", 2],
    ["2 - -3", 5],
    ["0.1 + 0.2", 0.3],
    ["{food} + {drinks} * 2", 14],
    ["{{ FOOD }} - {2}", 2],
    ["mean({food}, {drinks})", 5],
    ["sum({food}, {drinks}, 1)", 11],
    ["max({food}, {drinks}) - min({food}, {drinks})", 2],
    ["count({topics}) * 10", 20],
    ["COUNT({topics})", 2],
  ])("%s is %d", (expression, wanted) => {
    expect(total(expression, answers)).toBe(wanted);
  });

  test.each(["{food} + {drinks}", "mean({food}, {drinks})", "count({topics})", "{food} * 0"])(
    "%s has no value where an answer is missing or was left out",
    (expression) => {
      expect(total(expression)).toBeUndefined();
      expect(
        total(expression, [
          [1, { kind: "skipped" }],
          [2, { kind: "skipped" }],
          [3, { kind: "skipped" }],
        ]),
      ).toBeUndefined();
    },
  );

  test("has no value after a division by zero, nor what uses it", () => {
    expect(total("{food} / ({drinks} - 4)", answers)).toBeUndefined();
    expect(total("{half} + 1", answers, [{ name: "half", expression: "1 / 0" }])).toBeUndefined();
  });

  test("uses values before it, and none behind it", () => {
    expect(total("{spent} / 2", answers, [{ name: "spent", expression: "{food} + {drinks}" }])).toBe(5);
    const graph = graphWith("1", [{ name: "first", expression: "{total} + 1" }]);
    expect(calculatedNumbers(graph, new Map(answers))).toEqual(new Map([[2, 1]]));
    expect(calculationFault(graph, graph.calculated[0] as never)?.why).toBe(
      "{total} is not before this value. A value can use only those above it.",
    );
  });

  test.each([
    ["2 +", 4, "A number, or a name in braces, is missing here."],
    ["2 3", 3, "A sign such as + is missing here."],
    ["(2 + 3", 7, "The bracket at character 1 is not closed here."],
    ["{food} + {", 10, "The braces have no name in them, or are not closed."],
    ["2 ^ 3", 3, "“^” can't be read here."],
    ["median(1)", 1, "“median” is none of sum, mean, min, max, count. Answers are in braces."],
    ["sum 3", 5, "After sum a bracket is missing."],
    ["", 1, "A number, or a name in braces, is missing here."],
    ["process(1)", 1, "“process” is none of sum, mean, min, max, count. Answers are in braces."],
    ["{food} + {gone}", 10, "{gone} names no question and no value."],
    ["{why} + 1", 1, "{why} is not answered by a number."],
    ["{topics} + 1", 1, "{topics} is not answered by a number. Write count({topics}) for how many were chosen."],
    ["1 + count({food})", 11, "{food} is a question without choices to count."],
    ["count(3)", 1, "count takes only the names of questions with choices, such as count({topics})."],
    ["{total} + 1", 1, "{total} is not before this value. A value can use only those above it."],
  ])("%s has a fault at character %d", (expression, at, why) => {
    const graph = graphWith(expression);
    expect(calculationFault(graph, graph.calculated[0] as never)).toEqual({ at, why });
  });

  test("that is sound has no fault", () => {
    const graph = graphWith("mean({food}, {drinks}) + count({topics}) / 2");
    expect(calculationFault(graph, graph.calculated[0] as never)).toBeUndefined();
  });

  test("of any text is read or refused at a place in it, and never fails", () => {
    const piece = fc.constantFrom(
      "{food}",
      "{",
      "}",
      "1.5",
      "(",
      ")",
      "+",
      "-",
      "*",
      "/",
      ",",
      "sum",
      "count(",
      " ",
      "é",
      ".",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join("")),
        ),
        (text) => {
          const parsed = parseCalculation(text);
          if (!parsed.ok) {
            expect(parsed.fault.at).toBeGreaterThanOrEqual(1);
            expect(parsed.fault.at).toBeLessThanOrEqual(text.length + 1);
          }
        },
      ),
    );
  });

  test("comes to what arithmetic says, whatever the numbers and however it is nested", () => {
    type Expression = { text: string; value: number | undefined };
    const leaf = fc.integer({ min: 0, max: 1000 }).map((value): Expression => ({ text: String(value), value }));
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc
          .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/"), tie("expression"))
          .map(([left, sign, right]): Expression => {
            const [one, other] = [left.value, right.value];
            const known = one !== undefined && other !== undefined;
            const value = !known
              ? undefined
              : sign === "+"
                ? one + other
                : sign === "-"
                  ? one - other
                  : sign === "*"
                    ? one * other
                    : other === 0
                      ? undefined
                      : one / other;
            return { text: `(${left.text} ${sign} ${right.text})`, value };
          }),
      ),
    }));
    fc.assert(
      fc.property(expression, ({ text, value }) => {
        fc.pre(text.length <= 300);
        const found = total(text);
        if (value === undefined || Math.abs(value) > 1e15) expect(found).toBeUndefined();
        else expect(found).toBeCloseTo(value, 5);
      }),
    );
  });

  test("of answers does not depend on the order of a sum", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 10 }), (food, drinks) => {
        const given: [number, SurveyAnswer][] = [
          [1, number(food)],
          [2, number(drinks)],
        ];
        expect(total("{food} + {drinks}", given)).toBe(total("sum({drinks}, {food})", given));
        expect(total("{food} / {drinks} * {drinks}", given)).toBeCloseTo(food, 3);
      }),
    );
  });

  test("of a copy names the copies", () => {
    const copies = new Map([[1, 11]]);
    expect(calculationRenamed("{1} + {{2}} * 1 + {food}", copies)).toBe("{11} + {{2}} * 1 + {food}");
  });
});

describe("a calculated value", () => {
  const graph = graphOf(
    [
      { type: "number", name: "food" },
      {
        type: "number",
        name: "drinks",
        conditions: [{ calculated: 1, operand: "is at least", value: "10", target: 4 }],
      },
      { type: "text" },
      { type: "text" },
    ],
    {
      calculated: [{ id: 1, name: "spent", expression: "{food} + {drinks}" }],
      ending: { en: "You spent {{spent}} shillings." },
    },
  );
  const answers = (food: number, drinks: number) =>
    new Map([
      [1, number(food)],
      [2, number(drinks)],
    ]);

  test("decides where the survey goes on", () => {
    expect(questionPath(graph, answers(6, 4)).next?.id).toBe(4);
    expect(questionPath(graph, answers(6, 3)).next?.id).toBe(3);
    const left = new Map<number, SurveyAnswer>([...answers(6, 4), [2, { kind: "skipped" }]]);
    expect(questionPath(graph, left).next?.id).toBe(3);
  });

  test("is worked out from the answers on the way alone", () => {
    const jump = graphOf(
      [
        { type: "yes_no", conditions: [{ operand: "equals", value: "no", target: 3 }] },
        { type: "number", name: "food" },
        { type: "text", conditions: [{ calculated: 1, operand: "is empty", value: "", target: null }] },
        { type: "text" },
      ],
      { calculated: [{ id: 1, name: "twice", expression: "{food} * 2" }] },
    );
    const given = new Map<number, SurveyAnswer>([
      [1, { kind: "yes", yes: false }],
      [2, number(4)],
      [3, { kind: "text", text: "x" }],
    ]);
    expect(questionPath(jump, given).next).toBeNull();
    given.set(1, { kind: "yes", yes: true });
    expect(questionPath(jump, given).next?.id).toBe(4);
  });

  test("is in texts with at most two decimals, and left out with the space before it where there is none", () => {
    const given = new Map([...answers(1, 2), [3, { kind: "text", text: "x" } as SurveyAnswer]]);
    expect(pipedText(graph, graph.ending, given, "en")).toBe("You spent 3 shillings.");
    expect(pipedText(graph, graph.ending, new Map(), "en")).toBe("You spent shillings.");
    expect(calculatedText(10 / 3)).toBe("3.33");
    expect(calculatedText(-0.001)).toBe("0");
  });

  test("that needs a later question, or was deleted, keeps a survey from being published", () => {
    const early = graphOf(
      [
        {
          type: "number",
          name: "food",
          conditions: [{ calculated: 1, operand: "is at least", value: "1", target: 3 }],
        },
        { type: "number", name: "drinks", text: "After {{spent}}?" },
        { type: "text", conditions: [{ calculated: 9, operand: "is at least", value: "1", target: null }] },
        { type: "text", conditions: [{ calculated: 1, operand: "is at least", value: "many", target: null }] },
      ],
      { calculated: [{ id: 1, name: "spent", expression: "{food} + {drinks}" }] },
    );
    const texts = publishFindings(early).flatMap(({ level, text }) => (level === "fault" ? [text] : []));
    expect(texts).toContain(
      "Question 1: a condition looks at the value spent, which needs question 2, which is asked later.",
    );
    expect(texts).toContain("Question 2: {{spent}} needs the answer to question 2, which is not given yet.");
    expect(texts).toContain("Question 3: a condition looks at a calculated value that was deleted.");
    expect(texts).toContain("Question 4: a condition compares the value spent with something that is not a number.");
    expect(publishFindings(graph).filter(({ level }) => level === "fault")).toEqual([]);
  });
});
