import { describe, expect, test } from "vitest";
import { segment } from "../../../rules/segments";
import { messageTexts, surveyParts } from "../../../rules/survey/cost";
import type { LocalText, SurveyAnswer, SurveyGraph } from "../../../rules/survey/graph";
import { nextMessage, questionParts } from "../../../rules/survey/messages";
import { maxPipedLength, pipedText, referencesRenamed, referenceTo } from "../../../rules/survey/piping";
import { publishFindings } from "../../../rules/survey/publish";
import { replyMessage, stepSession } from "../../../rules/survey/sessions";
import { graphOf } from "./graph-of";

const asked = graphOf([
  { type: "single", name: "product", choices: ["Tea", "Roasted coffee beans"] },
  { type: "multiple", required: false, choices: ["Price", "Taste"] },
  { type: "yes_no" },
  { type: "date" },
  { type: "number" },
  { type: "text" },
  { type: "text", text: "Why?" },
]);
const answers = new Map<number, SurveyAnswer>([
  [1, { kind: "choices", choices: [12] }],
  [2, { kind: "choices", choices: [22, 21] }],
  [3, { kind: "yes", yes: true }],
  [4, { kind: "date", date: "2026-06-05" }],
  [5, { kind: "number", number: 2.5 }],
  [6, { kind: "text", text: "It was\n  good {{product}}" }],
]);
const piped = (en: string, given = answers, graph: SurveyGraph = asked) => pipedText(graph, { en }, given, "en");

describe("a reference to an earlier answer", () => {
  test.each([
    ["You bought {{product}}.", "You bought Roasted coffee beans."],
    ["You bought {{ PRODUCT }}.", "You bought Roasted coffee beans."],
    ["You bought {{1}}.", "You bought Roasted coffee beans."],
    ["For {{2}}", "For Price, Taste"],
    ["{{3}}, on {{4}}: {{5}}", "Yes, on 5/6/2026: 2.5"],
    // What a person typed is shown as it is, on one line: a reference in it is none.
    ["You said: {{6}}", "You said: It was good {{product}}"],
    // What names no question is not a reference: texts from before there were any stay as they are.
    ["{{first_name}} and {{99}} and {product}", "{{first_name}} and {{99}} and {product}"],
  ])("%s becomes %s", (written, expected) => {
    expect(piped(written)).toBe(expected);
  });

  test("is left out with its space where there is no answer, was none, or the answer is off the way", () => {
    expect(piped("You bought {{product}}, we hear.", new Map())).toBe("You bought, we hear.");
    expect(piped("{{product}} is what?", new Map())).toBe("is what?");
    const skipped = new Map(answers).set(2, { kind: "skipped" });
    expect(piped("For {{2}}?", skipped)).toBe("For?");
    const jump = graphOf([
      { type: "yes_no", conditions: [{ operand: "equals", value: "no", target: 3 }] },
      { type: "text" },
      { type: "text" },
    ]);
    const changed = new Map<number, SurveyAnswer>([
      [1, { kind: "yes", yes: false }],
      [2, { kind: "text", text: "Amina" }],
    ]);
    expect(piped("Thank you {{2}}!", changed, jump)).toBe("Thank you!");
  });

  test("is in the language of the session, and in the first where that is missing", () => {
    const graph = graphOf([{ type: "yes_no" }, { type: "text" }], { languages: ["en", "sw"] });
    const text: LocalText = { en: "You said {{1}}", sw: "Ulisema {{1}}" };
    const said = new Map<number, SurveyAnswer>([[1, { kind: "yes", yes: true }]]);
    expect(pipedText(graph, text, said, "sw")).toBe("Ulisema Ndio");
    expect(pipedText(graph, { en: "You said {{1}}" }, said, "sw")).toBe("You said Ndio");
  });

  test("shows a long answer short, and stays in the GSM alphabet", () => {
    const long = new Map<number, SurveyAnswer>([...answers, [6, { kind: "text", text: "a".repeat(2_000) }]]);
    const shown = piped("{{6}}", long);
    expect(shown).toBe(`${"a".repeat(maxPipedLength - 3)}...`);
    expect(segment(shown).encoding).toBe("GSM-7");
  });

  test("is written with the name, or with the id where there is none", () => {
    expect(referenceTo({ id: 7, name: "product" })).toBe("{{product}}");
    expect(referenceTo({ id: 7, name: "" })).toBe("{{7}}");
  });

  test("of a copy names the copied question", () => {
    const copies = new Map([[1, 71]]);
    expect(referencesRenamed({ en: "{{1}} {{ 1 }} {{product}} {{2}}", sw: "x" }, copies)).toEqual({
      en: "{{71}} {{71}} {{product}} {{2}}",
      sw: "x",
    });
  });
});

const piping = graphOf(
  [
    { type: "single", name: "product", text: "What did you buy?", choices: ["Tea", "Roasted coffee beans"] },
    { type: "statement", text: "Now about {{product}}." },
    { type: "number", text: "How many {{product}}?" },
  ],
  { ending: { en: "Enjoy your {{product}}!" } },
);

describe("a message", () => {
  test("has the answers in its statements, its question, the question again and the ending", () => {
    const first = stepSession(piping, { disposition: "contacted", answers: new Map(), invalid: 0 }, "1");
    if (!first) throw new Error("nothing was asked");
    const said = (step: typeof first) => replyMessage(piping, step, step.disposition, "en");
    expect(said(first)).toBe("Now about Tea.\nHow many Tea?");
    const wrong = stepSession(piping, first, "many");
    if (!wrong) throw new Error("nothing was asked");
    expect(said(wrong)).toBe("Please reply with a number.\nHow many Tea?");
    const last = stepSession(piping, wrong, "3");
    if (!last) throw new Error("nothing was asked");
    expect(said(last)).toBe("Enjoy your Tea!");
  });

  test("with nothing but a missing answer is not empty", () => {
    const graph = graphOf([{ type: "text", required: false }], { ending: { en: "{{1}}" } });
    const skipped = new Map<number, SurveyAnswer>([[1, { kind: "skipped" }]]);
    expect(nextMessage(graph, skipped, "en")).toBe("Thank you. Your answers have been saved.");
  });

  test("is estimated with the longest choice, and shown with its references", () => {
    expect(messageTexts(piping, "en")[1]).toBe("Now about Roasted coffee beans.\nHow many Roasted coffee beans?");
    expect(messageTexts(piping, "en", "references")[1]).toBe("Now about {{product}}.\nHow many {{product}}?");
    const choices = ["No", "y".repeat(75)];
    const long = graphOf([
      { type: "single", choices },
      { type: "text", text: `${"z".repeat(100)} {{1}}` },
    ]);
    const [, question] = long.questions;
    if (!question) throw new Error("no question");
    expect(questionParts(long, question, "en").parts).toBe(2);
    // The first question is 1 part, the second 2, the thanks 1.
    expect(surveyParts(long, "en")).toEqual({ least: 1, most: 4 });
  });

  test("is estimated at what a choice outside GSM makes of it", () => {
    const graph = graphOf([
      { type: "single", choices: ["Chai ya maziwa", "ሻይ ቡና ውሃ"] },
      { type: "text", text: `${"z".repeat(100)} {{1}}` },
    ]);
    const [, question] = graph.questions;
    if (!question) throw new Error("no question");
    expect(questionParts(graph, question, "en").encoding).toBe("UCS-2");
  });
});

describe("publishing", () => {
  const faults = (graph: SurveyGraph) =>
    publishFindings(graph).flatMap(({ level, question, text }) => (level === "fault" ? [{ question, text }] : []));

  test("is refused for a reference to a later or unknown question, to itself and to a statement", () => {
    const graph = graphOf(
      [
        { type: "text", text: "{{2}} {{1}} {{colour}} {{colour}}" },
        { type: "statement", text: "Hello" },
        { type: "text", text: "{{2}} {{1}}" },
      ],
      { ending: { en: "{{3}} {{gone}}", sw: "{{gone}}" } },
    );
    expect(faults(graph)).toEqual([
      { question: 1, text: "Question 1: {{2}} is the answer to question 2, which is asked later." },
      { question: 1, text: "Question 1: {{1}} is this question itself, which is not answered yet." },
      { question: 1, text: "Question 1: {{colour}} names no question." },
      { question: 3, text: "Question 3: {{2}} is question 2, a statement, which has no answer." },
      { question: null, text: "The text at the end: {{gone}} names no question." },
    ]);
  });

  test("goes ahead where every reference is to an earlier answer", () => {
    expect(faults(piping)).toEqual([]);
  });
});
