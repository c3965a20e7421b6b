import { describe, expect, test } from "vitest";
import type { SurveyGraph, SurveyQuestion } from "../../../rules/survey/graph";
import { versionDifferences } from "../../../rules/survey/versions/compare";
import { graphOf, questionOf } from "./graph-of";

/** A version with something of everything. */
function version(): SurveyGraph {
  return graphOf(
    [
      { type: "single", text: "How was it?", choices: ["Good", { text: "Poor", aliases: ["mbaya"] }, "Fair"] },
      {
        type: "text",
        text: "What went wrong?",
        section: { title: { en: "Details" }, text: { en: "Two more." } },
        conditions: [
          { operand: "is empty", target: 4 },
          { operand: "contains", value: "late" },
        ],
      },
      { type: "number", text: "How much?", min: 1, max: 9 },
      { type: "rating", text: "How many stars?" },
      { type: "matrix", text: "Rate", choices: [{ text: "Price", aliases: [], role: "row" }, "High", "Low"] },
    ],
    {
      languages: ["en", "sw"],
      ending: { en: "Thank you." },
      end_texts: [
        ...[
          { id: 1, outcome: "completed", asked: 4, calculated: null, operand: "is at most", value: "2" },
          { id: 2, outcome: "ended", asked: null, calculated: null, operand: "always", value: "" },
        ].map((one) => ({ ...(one as SurveyGraph["end_texts"][number]), text: { en: "Sorry." } })),
      ],
      calculated: [
        { id: 1, name: "spent", expression: "{3} * 2" },
        { id: 2, name: "half", expression: "{3} / 2" },
      ],
    },
  );
}

type Change = (graph: SurveyGraph, questions: SurveyQuestion[]) => unknown;
const at = <T>(list: T[], place: number): T => {
  const found = list[place];
  if (found === undefined) throw new Error(`nothing at ${place}`);
  return found;
};
/** A version after a change. */
function changedVersion(change: Change): SurveyGraph {
  const graph = structuredClone(version());
  change(graph, graph.questions);
  return graph;
}

/** Each change of one thing, and the words in which it is told, once. */
const changes: [words: string, change: Change][] = [
  ["Languages: changed", (graph) => void graph.languages.pop()],
  ["Question 6: added", (_, questions) => void questions.push(questionOf({}, 5))],
  ["Question 4: removed", (_, questions) => void questions.splice(3, 1)],
  ["Question 3: moved", (_, questions) => void questions.splice(2, 0, ...questions.splice(4, 1))],
  [
    "Question 1: text in English changed",
    (_, questions) => Object.assign(at(questions, 0).text, { en: "How did it go?" }),
  ],
  ["Question 1: text in Kiswahili added", (_, questions) => Object.assign(at(questions, 0).text, { sw: "Ilikuwaje?" })],
  ["Question 1: type changed", (_, questions) => Object.assign(at(questions, 0), { type: "multiple" })],
  ["Question 1: answer required changed", (_, questions) => Object.assign(at(questions, 0), { required: false })],
  ["Question 1: reference changed", (_, questions) => Object.assign(at(questions, 0), { name: "how" })],
  [
    "Question 1: note for interviewers changed",
    (_, questions) => Object.assign(at(questions, 0), { interviewer_note: "Wait." }),
  ],
  [
    "Question 1: random order of choices changed",
    (_, questions) => Object.assign(at(questions, 0), { random_order: true }),
  ],
  ["Question 3: lowest number changed", (_, questions) => Object.assign(at(questions, 2), { min: null })],
  ["Question 3: highest number changed", (_, questions) => Object.assign(at(questions, 2), { max: 12 })],
  ["Question 4: highest mark changed", (_, questions) => Object.assign(at(questions, 3), { max_rating: 10 })],
  ["Question 1: choice removed", (_, questions) => void at(questions, 0).choices.pop()],
  [
    "Question 5: row added",
    (_, questions) =>
      void at(questions, 4).choices.push({ id: 99, text: { en: "Taste" }, aliases: [], role: "row" as const }),
  ],
  [
    "Question 1: choice 1 moved",
    (_, questions) => void at(questions, 0).choices.unshift(at(at(questions, 0).choices.splice(2, 1), 0)),
  ],
  [
    "Question 1: text of choice 2 in English changed",
    (_, questions) => Object.assign(at(at(questions, 0).choices, 1).text, { en: "Bad" }),
  ],
  [
    "Question 1: other replies for choice 2 changed",
    (_, questions) => at(at(questions, 0).choices, 1).aliases.push("x"),
  ],
  [
    "Question 1: kind of choice 3 changed",
    (_, questions) => Object.assign(at(at(questions, 0).choices, 2), { role: "exclusive" }),
  ],
  ["Question 2: condition removed", (_, questions) => void at(questions, 1).conditions.pop()],
  [
    "Question 2: condition changed",
    (_, questions) => Object.assign(at(at(questions, 1).conditions, 0), { target: null }),
  ],
  ["Question 2: order of conditions changed", (_, questions) => void at(questions, 1).conditions.reverse()],
  [
    "Section “Details”: moved",
    (_, questions) => {
      at(questions, 2).section = at(questions, 1).section;
      at(questions, 1).section = { title: {}, text: {} };
    },
  ],
  [
    "Section “Details”: removed",
    (_, questions) => Object.assign(at(questions, 1), { section: { title: {}, text: {} } }),
  ],
  [
    "Section “More”: title in English changed",
    (_, questions) => Object.assign(at(questions, 1).section.title, { en: "More" }),
  ],
  [
    "Section “Details”: text in English removed",
    (_, questions) => Object.assign(at(questions, 1).section, { text: {} }),
  ],
  [
    "Calculated value third: added",
    ({ calculated }) => void calculated.push({ id: 3, name: "third", expression: "1" }),
  ],
  ["Calculated value half: removed", ({ calculated }) => void calculated.pop()],
  ["Calculated value spent: moved", ({ calculated }) => void calculated.reverse()],
  ["Calculated value paid: name changed", ({ calculated }) => Object.assign(at(calculated, 0), { name: "paid" })],
  [
    "Calculated value half: calculation changed",
    ({ calculated }) => Object.assign(at(calculated, 1), { expression: "{3} / 3" }),
  ],
  ["Closing text: text in English changed", (graph) => Object.assign(graph, { ending: { en: "Bye." } })],
  ["End text 2: removed", ({ end_texts }) => void end_texts.pop()],
  ["End text 2: moved", ({ end_texts }) => void end_texts.reverse()],
  ["End text 1: outcome changed", ({ end_texts }) => Object.assign(at(end_texts, 0), { outcome: "rejected" })],
  ["End text 1: condition changed", ({ end_texts }) => Object.assign(at(end_texts, 0), { value: "3" })],
  ["End text 1: text in English changed", ({ end_texts }) => Object.assign(at(end_texts, 0), { text: { en: "Oh." } })],
];

describe("the differences of two versions", () => {
  test("are none where they are the same", () => {
    expect(versionDifferences(version(), version())).toEqual([]);
    for (const [, change] of changes)
      expect(versionDifferences(changedVersion(change), changedVersion(change))).toEqual([]);
  });

  test.each(changes)("%s: told once", (words, change) => {
    expect(versionDifferences(version(), changedVersion(change)).map((one) => one.words)).toEqual([words]);
  });

  test.each(changes)("%s: from the other side what was added is removed, and before is after", (_, change) => {
    const [one] = versionDifferences(version(), changedVersion(change));
    const [other] = versionDifferences(changedVersion(change), version());
    const swapped = { added: "removed", removed: "added", moved: "moved", changed: "changed" };
    expect(other?.part).toBe(one?.part);
    expect(other?.kind).toBe(swapped[one?.kind ?? "moved"]);
    // Which of two that changed places has moved is not said by the order.
    if (one?.kind !== "moved") expect([other?.before, other?.after]).toEqual([one?.after, one?.before]);
  });

  test("of several changes have each of them", () => {
    const all = ["Question 1: text in English changed", "Question 4: removed", "End text 2: removed"];
    const after = changedVersion((graph, questions) => {
      for (const [words, change] of changes) if (all.includes(words)) change(graph, questions);
    });
    expect(
      versionDifferences(version(), after)
        .map(({ words }) => words)
        .sort(),
    ).toEqual([...all].sort());
  });

  test("have before and after in words", () => {
    const tell = (words: string) => {
      const change = changes.find(([told]) => told === words)?.[1] ?? (() => undefined);
      const [one] = versionDifferences(version(), changedVersion(change));
      return [one?.before, one?.after];
    };
    expect(tell("Languages: changed")).toEqual(["English, Kiswahili", "English"]);
    expect(tell("Question 1: type changed")).toEqual(["One choice", "Several choices"]);
    expect(tell("Question 3: lowest number changed")).toEqual(["1", "None"]);
    expect(tell("Question 3: moved")).toEqual(["Question 5. Rate", "Question 3. Rate"]);
    expect(tell("Question 2: condition changed")).toEqual([
      ...["If this answer is empty, go to question 4.", "If this answer is empty, end the survey."],
    ]);
    expect(tell("Question 4: removed")).toEqual(["How many stars?\nRating", ""]);
    expect(tell("Section “Details”: moved")).toEqual(["Begins at question 2", "Begins at question 3"]);
    expect(tell("End text 1: condition changed")).toEqual(["if answer 4 is at most 2", "if answer 4 is at most 3"]);
  });

  test("are told of a question that was added before others, not of the others, whose numbers are new", () => {
    const after = changedVersion((_, questions) =>
      questions.unshift({ ...questionOf({ type: "yes_no", text: "Hello?", required: false }, 8) }),
    );
    expect(versionDifferences(version(), after)).toEqual([
      {
        ...{ part: "question", kind: "added", words: "Question 1: added", before: "" },
        after: "Hello?\nYes or no, can be left out",
      },
    ]);
  });

  test("are none where a condition was removed and the same was added again", () => {
    const after = changedVersion((_, questions) => {
      at(questions, 1).conditions = at(questions, 1).conditions.map((one, place) => ({
        ...one,
        id: 900 + place,
        asked: 2,
      }));
    });
    expect(versionDifferences(version(), after)).toEqual([]);
  });

  test("don't tell bounds and choices of a type that has none", () => {
    const after = changedVersion((_, questions) => {
      Object.assign(at(questions, 1), { min: 3, max_rating: 7, random_order: true });
      at(questions, 1).choices.push({ id: 98, text: { en: "Left" }, aliases: [], role: "normal" });
    });
    expect(versionDifferences(version(), after)).toEqual([]);
  });

  test("name no language where the survey has one", () => {
    const one = (text: string) => graphOf([{ text }]);
    expect(versionDifferences(one("A?"), one("B?"))).toEqual([
      { part: "question", kind: "changed", words: "Question 1: text changed", before: "A?", after: "B?" },
    ]);
  });
});
