import { describe, expect, test } from "vitest";
import { messageTexts, surveyParts } from "../../../rules/survey/cost";
import type { SurveyAnswer, SurveyGraph } from "../../../rules/survey/graph";
import { nextMessage, questionParts } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { publishFindings } from "../../../rules/survey/publish";
import { matchReply } from "../../../rules/survey/replies";
import { sectionStart } from "../../../rules/survey/sections";
import { replyMessage, stepSession } from "../../../rules/survey/sessions";
import { graphOf, questionOf } from "./graph-of";

const text: SurveyAnswer = { kind: "text", text: "x" };

describe("random order of choices", () => {
  const graph = graphOf([
    {
      type: "multiple",
      random_order: true,
      choices: [
        { text: "None", aliases: [], role: "exclusive" },
        "A",
        { text: "Something else", aliases: [], role: "other" },
        "B",
        "C",
        "D",
      ],
    },
    { type: "single", choices: ["A", "B", "C", "D"] },
  ]);
  const order = (seed: number, at = 0) => sessionGraph(graph, seed).questions[at]?.choices.map(({ id }) => id) ?? [];

  test("is the same for a session, and another for others", () => {
    expect(order(7)).toEqual(order(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => order(seed).join())).size).toBeGreaterThan(10);
  });

  test("has each choice once, “other” and what is chosen alone last", () => {
    for (let seed = 0; seed < 200; seed++) {
      expect(order(seed).slice(4)).toEqual([13, 11]);
      expect(order(seed).toSorted()).toEqual([11, 12, 13, 14, 15, 16]);
    }
  });

  test("gives each choice each place about as often", () => {
    const places = [12, 14, 15, 16].map((id) =>
      [0, 1, 2, 3].map((place) => Array.from({ length: 4_000 }, (_, seed) => order(seed)[place] === id)),
    );
    for (const found of places.flat()) {
      const share = found.filter(Boolean).length / 4_000;
      expect(share).toBeGreaterThan(0.22);
      expect(share).toBeLessThan(0.28);
    }
  });

  test("changes neither questions without it nor the survey itself", () => {
    expect(order(3, 1)).toEqual([21, 22, 23, 24]);
    sessionGraph(graph, 5);
    expect(graph.questions[0]?.choices.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16]);
    const plain = graphOf([{ type: "single", choices: ["A", "B"] }]);
    expect(sessionGraph(plain, 5)).toBe(plain);
  });

  test("makes a number in a reply the choice at that place of the session", () => {
    const mine = sessionGraph(graph, 11);
    const [, second] = mine.questions[0]?.choices ?? [];
    const step = stepSession(mine, { disposition: "contacted", answers: new Map(), invalid: 0 }, "2");
    expect(step?.answer).toEqual({ kind: "choices", choices: [second?.id] });
    expect(nextMessage(mine, new Map(), "en")).toContain(`2 ${second?.text.en}`);
  });
});

describe("a choice that is exclusive", () => {
  const question = questionOf({
    type: "multiple",
    choices: ["A", "B", { text: "None of these", aliases: [], role: "exclusive" }],
  });

  test.each([
    ["3", { ok: true, answer: { kind: "choices", choices: [13] } }],
    ["1,2", { ok: true, answer: { kind: "choices", choices: [11, 12] } }],
    ["1,3", { ok: false, why: "alone" }],
  ])("%s", (typed, expected) => {
    expect(matchReply(question, typed)).toEqual(expected);
  });
});

const section = (title: string, body: string) => ({ title: { en: title }, text: { en: body } });
const sections: SurveyGraph = graphOf([
  { type: "text" },
  { type: "statement", text: "Now we go on.", section: section("You", "Some questions about you.") },
  { type: "text" },
  { type: "yes_no", conditions: [{ operand: "equals", value: "no", target: 6 }] },
  { type: "text", section: section("Work", "About your work.") },
  { type: "number" },
]);
const yes = (value: boolean): SurveyAnswer => ({ kind: "yes", yes: value });

describe("a section", () => {
  test("begins at its question and goes on to the next one", () => {
    const starts = sections.questions.map((question) => sectionStart(sections, question)?.section.title.en);
    expect(starts).toEqual([undefined, "You", "You", "You", "Work", "Work"]);
  });

  test("has its text once by SMS, in the message of its first question", () => {
    const said = (...answers: [number, SurveyAnswer][]) => nextMessage(sections, new Map(answers), "en");
    expect(said()).toBe("Question 1?\nSTOP to end.");
    expect(said([1, text])).toBe("Some questions about you.\nNow we go on.\nQuestion 3?");
    expect(said([1, text], [3, text])).toBe("Question 4?\nReply YES or NO");
    expect(said([1, text], [3, text], [4, yes(true)])).toBe("About your work.\nQuestion 5?");
    expect(said([1, text], [3, text], [4, yes(true)], [5, text])).toBe("Question 6?");
  });

  test("has its text with the question that a person comes to first, even past its beginning", () => {
    const jumped = new Map([
      [1, text],
      [3, text],
      [4, yes(false)],
    ]);
    expect(nextMessage(sections, jumped, "en")).toBe("About your work.\nQuestion 6?");
  });

  test("is not said again with a question that is repeated", () => {
    const answers = new Map([
      [1, text],
      [3, text],
      [4, yes(false)],
    ]);
    const step = stepSession(sections, { disposition: "started", answers, invalid: 0 }, "many");
    expect(step && replyMessage(sections, step, step.disposition, "en")).toBe(
      "Please reply with a number.\nQuestion 6?",
    );
  });

  test("is in the estimate once, and in the parts of its first question", () => {
    expect(
      messageTexts(sections, "en")
        .join("\n")
        .match(/About your work/g),
    ).toHaveLength(1);
    const [, , , , fifth, sixth] = sections.questions;
    if (!fifth || !sixth) throw new Error("no question");
    expect(questionParts(sections, fifth, "en").text).toContain("About your work.");
    expect(questionParts(sections, sixth, "en").text).not.toContain("About your work.");
    const long = graphOf([{ type: "text", section: section("Long", "z".repeat(200)) }]);
    expect(surveyParts(long, "en").least).toBe(2);
  });

  test("shows earlier answers, and is checked for what it refers to", () => {
    const graph = graphOf([
      { type: "text" },
      { type: "text", section: section("On {{1}}", "About {{1}}. {{2}}{{x}}") },
    ]);
    expect(nextMessage(graph, new Map([[1, text]]), "en")).toBe("About x.{{x}}\nQuestion 2?");
    expect(publishFindings(graph).map((found) => found.text)).toEqual([
      "Question 2: {{2}} is this question itself, which is not answered yet.",
      "Question 2: {{x}} names no question.",
    ]);
  });

  test("that is missing in a language is worth a warning", () => {
    const graph = graphOf([{ type: "text", section: section("You", "") }], { languages: ["en", "sw"] });
    const [question] = graph.questions;
    if (question) question.text.sw = "Swali?";
    expect(publishFindings(graph).map((found) => found.text)).toEqual(["Question 1 is not wholly in Kiswahili."]);
    if (question) question.section.title.sw = "Wewe";
    expect(publishFindings(graph)).toEqual([]);
  });
});

describe("random order of sections", () => {
  const section = (title: string) => ({ section: { title: { en: title }, text: {} }, random_section: true });
  const graph = graphOf([
    {},
    section("Food"),
    {},
    section("Rooms"),
    section("Staff"),
    {},
    { section: { title: { en: "You" }, text: {} } },
  ]);
  const order = (seed: number) => sessionGraph(graph, seed).questions.map(({ id }) => id);

  test("is the same for a session, and every order comes", () => {
    expect(order(7)).toEqual(order(7));
    expect(new Set(Array.from({ length: 60 }, (_, seed) => order(seed).join())).size).toBe(6);
  });

  test("leaves sections whole, and what is before and after them in its place", () => {
    for (let seed = 0; seed < 40; seed++) {
      const ids = order(seed);
      expect([ids[0], ids.at(-1)]).toEqual([1, 7]);
      expect(ids[ids.indexOf(2) + 1]).toBe(3);
      expect(ids[ids.indexOf(5) + 1]).toBe(6);
      expect([...ids].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test("one such section alone stays where it is", () => {
    const alone = graphOf([{}, section("Food"), { section: { title: { en: "You" }, text: {} } }]);
    expect(sessionGraph(alone, 3)).toBe(alone);
  });

  const faults = (change: (questions: SurveyGraph["questions"]) => void) => {
    const changed = structuredClone(graph);
    change(changed.questions);
    return publishFindings(changed)
      .filter(({ level }) => level === "fault")
      .map(({ text }) => text);
  };
  const to = (target: number) => [
    { id: 1, asked: null, calculated: null, operand: "equals" as const, value: "x", target },
  ];

  test("is published only where no section needs another one", () => {
    expect(faults(() => undefined)).toEqual([]);
    expect(faults(([, food]) => Object.assign(food ?? {}, { conditions: to(3) }))).toEqual([]);
    expect(faults(([, food]) => Object.assign(food ?? {}, { conditions: to(7) }))).toEqual([]);
    const leads = (place: number) => [`Question ${place} leads into a section that is in random order.`];
    expect(faults(([, food]) => Object.assign(food ?? {}, { conditions: to(5) }))).toEqual(leads(2));
    expect(faults(([first]) => Object.assign(first ?? {}, { conditions: to(4) }))).toEqual(leads(1));
    expect(faults(([, , , rooms]) => Object.assign(rooms ?? {}, { text: { en: "Was {{2}} good?" } }))).toEqual([
      "Question 4 needs an answer of a section that may come after it.",
    ]);
    expect(faults(([, , food]) => Object.assign(food ?? {}, { text: { en: "Was {{2}} good?" } }))).toEqual([]);
  });

  test("the least that a survey costs is the shortest question that may come first", () => {
    const long = { ...section("Food"), text: "x".repeat(400) };
    expect(surveyParts(graphOf([long, section("Rooms")]), "en").least).toBe(1);
    expect(surveyParts(graphOf([long, {}]), "en").least).toBeGreaterThan(1);
  });
});
