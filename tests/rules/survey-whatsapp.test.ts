import { expect, test } from "vitest";
import type { SurveyGraph, SurveyQuestion } from "../../rules/survey/graph";
import { stepSession } from "../../rules/survey/sessions";
import { nextWhatsapp, tappedAnswer, whatsappText } from "../../rules/survey/whatsapp";

function question(more: Partial<SurveyQuestion>): SurveyQuestion {
  return {
    ...{ id: 1, type: "single", name: "", text: { en: "How was it?" }, required: true, max_rating: 5 },
    ...{
      min: null,
      max: null,
      choices: [],
      random_order: false,
      random_section: false,
      interviewer_note: "",
      section: { title: {}, text: {} },
      conditions: [],
    },
    ...more,
  } as SurveyQuestion;
}
const choices = (...texts: string[]) =>
  texts.map((text, at) => ({ id: at + 1, text: { en: text }, aliases: [], role: "normal" as const }));
const graph = (...questions: SurveyQuestion[]): SurveyGraph => ({
  languages: ["en", "sw"],
  questions,
  ending: {},
  end_texts: [],
  calculated: [],
});
const asked = (more: Partial<SurveyQuestion>, language = "en") =>
  nextWhatsapp(graph(question(more)), new Map(), language);
const titles = (list: { title: string }[] = []) => list.map(({ title }) => title);

test("three short choices are buttons, ten are a list, and what does not fit is numbered in the text", () => {
  const three = asked({ choices: choices("Good", "Fair", "Poor") });
  expect(titles(three.buttons)).toEqual(["Good", "Fair", "Poor"]);
  expect(three.text).toBe("How was it?\nSTOP to end.");
  expect(titles(asked({ choices: choices("A", "B", "C", "D") }).list?.rows)).toEqual(["A", "B", "C", "D"]);
  // 21 characters are too long for a button and fit in a row, 25 fit in neither.
  expect(asked({ choices: choices("a".repeat(20), "b") }).buttons).toHaveLength(2);
  expect(asked({ choices: choices("a".repeat(21), "b") }).list?.rows).toHaveLength(2);
  const long = asked({ choices: choices("a".repeat(25), "b") });
  expect(long).toEqual({ text: `How was it?\nReply\n1 ${"a".repeat(25)}\n2 b\nSTOP to end.` });
  const names = Array.from({ length: 11 }, (_, at) => `Choice ${at + 1}`);
  expect(asked({ choices: choices(...names.slice(0, 10)) }).list?.rows).toHaveLength(10);
  expect(asked({ choices: choices(...names) }).list).toBeUndefined();
  // WhatsApp refuses two of the same title, and a body of more than 1,024 characters.
  expect(asked({ choices: choices("Good", "good") }).buttons).toBeUndefined();
  expect(asked({ text: { en: "x".repeat(1_020) }, choices: choices("Good", "Poor") }).buttons).toBeUndefined();
});

test("yes and no, marks and the choice that leaves a question out are tapped, in the language of the person", () => {
  expect(titles(asked({ type: "consent" }, "sw").buttons)).toEqual(["Ndio", "Hapana"]);
  const rating = asked({ type: "rating", max_rating: 5, required: false }, "sw");
  expect(titles(rating.list?.rows)).toEqual(["1", "2", "3", "4", "5", "Ruka"]);
  expect(rating.list?.open).toBe("Chagua");
  for (const type of ["text", "number", "date", "multiple", "nps"] as const)
    expect(asked({ type, choices: choices("A", "B") })).not.toHaveProperty("buttons");
  expect(whatsappText(asked({ choices: choices("Good", "Poor") }))).toBe("How was it?\nSTOP to end.\n[Good] [Poor]");
});

test("a tap is the answer of its question, and nothing else is a tap", () => {
  const good = question({ id: 4, choices: choices("Good", "Poor"), required: false });
  const survey = graph(good, question({ id: 5, type: "rating", max_rating: 5 }));
  const { buttons = [] } = nextWhatsapp(survey, new Map(), "en");
  expect(buttons.map(({ id }) => tappedAnswer(survey, id)?.answer)).toEqual([
    { kind: "choices", choices: [1] },
    { kind: "choices", choices: [2] },
    { kind: "skipped" },
  ]);
  expect(tappedAnswer(survey, "q5.n3")?.answer).toEqual({ kind: "number", number: 3 });
  for (const id of ["", "q4.c9", "q9.c1", "q5.skip", "q4.n1", "start", "q4.c1 or 1=1"])
    expect(tappedAnswer(survey, id)).toBeUndefined();
});

test("a file answers a question in words, and any other question is asked again", () => {
  const state = { disposition: "contacted" as const, answers: new Map(), invalid: 0 };
  const words = graph(question({ type: "text" }));
  expect(stepSession(words, state, "", "photo.jpg")?.answer).toEqual({ kind: "text", text: "photo.jpg" });
  expect(stepSession(words, state, "My shop", "photo.jpg")?.answer).toEqual({ kind: "text", text: "My shop" });
  const marked = graph(question({ type: "rating" }));
  expect(stepSession(marked, state, "", "voice.ogg")).toMatchObject({ outcome: "invalid", problem: "file" });
  expect(stepSession(marked, state, "4", "photo.jpg")?.answer).toEqual({ kind: "number", number: 4 });
});
