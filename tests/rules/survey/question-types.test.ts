import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerText, compares, conditionSentence } from "../../../rules/survey/conditions";
import type { SurveyAnswer } from "../../../rules/survey/graph";
import { chosenByRow, matrixPlaces, rowsAnswer } from "../../../rules/survey/matrix";
import { replyHint } from "../../../rules/survey/messages";
import { sessionGraph } from "../../../rules/survey/order";
import { pipedText } from "../../../rules/survey/piping";
import { placeIn, placeText } from "../../../rules/survey/places";
import { publishFindings } from "../../../rules/survey/publish";
import { matchReply } from "../../../rules/survey/replies";
import { nextWhatsapp } from "../../../rules/survey/whatsapp";
import { graphOf, questionOf } from "./graph-of";

const rank = questionOf({ type: "rank", choices: ["Price", { text: "Taste", aliases: ["ladha"] }, "Service"] });
const order = (...ids: number[]): SurveyAnswer => ({ kind: "ranking", order: ids });

describe("a ranking", () => {
  test.each([
    ["2,1,3", [12, 11, 13]],
    ["2 1 3", [12, 11, 13]],
    ["2.1.3.", [12, 11, 13]],
    ["213", [12, 11, 13]],
    ["2 > 1 > 3", [12, 11, 13]],
    ["two, one, three", [12, 11, 13]],
    ["Ladha, PRICE, service", [12, 11, 13]],
    ["service then taste and then price", [13, 12, 11]],
  ])("is understood from “%s”", (typed, ids) => {
    expect(matchReply(rank, typed)).toEqual({ ok: true, answer: order(...ids) });
  });

  test.each([
    ["2,1", "rank_missing"],
    ["2", "rank_missing"],
    ["2,1,1", "rank_double"],
    ["1,1,2,3", "rank_double"],
    ["2,1,4", "rank"],
    ["214", "rank"],
    ["good", "rank"],
  ])("says what is wrong with “%s”", (typed, why) => {
    expect(matchReply(rank, typed)).toEqual({ ok: false, why });
  });

  test("of any number of choices is understood in the form that its message asks for", () => {
    const some = fc.integer({ min: 2, max: 50 }).chain((count) =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count, maxLength: count },
      ),
    );
    fc.assert(
      fc.property(some, fc.constantFrom(",", ", ", " ", ";", " > "), (places, separator) => {
        const question = questionOf({ type: "rank", choices: places.map((at) => `Choice of ${at}`) });
        const typed = places.map((at) => at + 1).join(separator);
        const ids = places.map((at) => question.choices[at]?.id ?? 0);
        expect(matchReply(question, typed)).toEqual({ ok: true, answer: order(...ids) });
      }),
    );
  });

  test("never has a choice twice or too few, whatever is typed", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[123 ,;.]{0,12}$/)), (typed) => {
        const read = matchReply(rank, typed);
        if (read.ok && read.answer.kind === "ranking")
          expect([...read.answer.order].sort((a, b) => a - b)).toEqual([11, 12, 13]);
      }),
    );
  });

  test("is asked for by numbers, and can be left out where it is optional", () => {
    expect(replyHint(rank, "en", ["en"])).toBe(
      "1 Price\n2 Taste\n3 Service\nReply with the numbers in your order, such as 2,1,3",
    );
    expect(replyHint(rank, "sw", ["en"])).toContain("Jibu kwa namba kwa mpangilio wako, kama 2,1,3");
    expect(matchReply({ ...rank, required: false }, "skip")).toEqual({ ok: true, answer: { kind: "skipped" } });
    const graph = graphOf([{ type: "rank", choices: ["Price", "Taste"] }]);
    expect(nextWhatsapp(graph, new Map(), "en")).toEqual({ text: expect.stringContaining("such as 2,1") });
  });

  test("is compared by its first choice, and is told and piped in its order", () => {
    const graph = graphOf([
      { type: "rank", name: "wish", choices: ["Price", "Taste"], conditions: [{ operand: "equals", value: "12" }] },
      { text: "So you like {{wish}}?" },
    ]);
    const [question = rank, after = rank] = graph.questions;
    const answer = order(12, 11);
    expect(compares(answer, "equals", "12")).toBe(true);
    expect(compares(answer, "is one of", "11,13")).toBe(false);
    expect(answerText(question, answer, "en", ["en"])).toBe("1. Taste, 2. Price");
    expect(pipedText(graph, after.text, new Map([[question.id, answer]]), "en")).toBe("So you like Taste, Price?");
    const [condition] = question.conditions;
    if (!condition) throw new Error("no condition");
    expect(conditionSentence(graph, question, condition)).toBe(
      "If the first choice of this answer equals Taste, end the survey.",
    );
  });
});

describe("a phone number", () => {
  const phone = questionOf({ type: "phone" });
  test.each(["0712345678", "+254 712 345 678", "254712345678", "712345678"])("is %s", (typed) => {
    expect(matchReply(phone, typed)).toEqual({ ok: true, answer: { kind: "phone", text: "+254712345678" } });
  });
  test("is nothing else", () => {
    expect(matchReply(phone, "tomorrow")).toEqual({ ok: false, why: "phone" });
    expect(matchReply(phone, "0712")).toEqual({ ok: false, why: "phone" });
  });
  test("is compared however it is written", () => {
    expect(compares({ kind: "phone", text: "+254712345678" }, "equals", "0712 345678")).toBe(true);
  });
});

describe("a location", () => {
  const location = questionOf({ type: "location" });
  test("is a name, coordinates, or what WhatsApp and maps share", () => {
    const places: [string, object][] = [
      ["Westlands, Nairobi", { text: "Westlands, Nairobi", at: null }],
      ["-1.2864, 36.8172", { text: "-1.2864, 36.8172", at: [-1.2864, 36.8172] }],
      ["1.2864 S, 36.8172 E", { text: "-1.2864, 36.8172", at: [-1.2864, 36.8172] }],
      [
        "Location: Sarit Centre, Karuna Road\nhttps://maps.google.com/?q=-1.26,36.8",
        { text: "Sarit Centre, Karuna Road", at: [-1.26, 36.8] },
      ],
      ["Location: https://maps.google.com/?q=-1.26,36.8", { text: "-1.26, 36.8", at: [-1.26, 36.8] }],
      ["https://www.google.com/maps/@-1.26,36.8,17z", { text: "-1.26, 36.8", at: [-1.26, 36.8] }],
    ];
    for (const [typed, place] of places)
      expect(matchReply(location, typed)).toEqual({ ok: true, answer: { kind: "place", ...place } });
  });
  test("is on the earth, and is more than a number", () => {
    expect(matchReply(location, "-91.5, 36.8")).toEqual({ ok: false, why: "coordinates" });
    expect(matchReply(location, "5")).toEqual({ ok: false, why: "place" });
  });
  test("that is written again is the same place", () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((one) => one / 1e6);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const typed = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
        const place = placeIn(typed);
        if (place === "bounds" || !place.at) throw new Error(typed);
        expect(place.at).toEqual([latitude + 0, longitude + 0]);
        expect(placeText(place)).toBe(place.text);
      }),
    );
  });
});

describe("a matrix", () => {
  const row = (text: string) => ({ text, aliases: [], role: "row" as const });
  const given = { type: "matrix" as const, choices: [row("Price"), row("Taste"), "Good", "Poor"] };
  const matrix = questionOf(given);

  test("takes one choice for each row, and all rows where it must be answered", () => {
    const answer = rowsAnswer(matrix, [14, 13]);
    expect(answer).toEqual({
      kind: "rows",
      rows: [
        { row: 11, choice: 14 },
        { row: 12, choice: 13 },
      ],
    });
    if (!answer) throw new Error("no answer");
    expect(chosenByRow(matrix, answer)).toEqual([14, 13]);
    expect(answerText(matrix, answer, "en", ["en"])).toBe("Price: Poor, Taste: Good");
    expect(rowsAnswer(matrix, [14, 0])).toBeUndefined();
    expect(rowsAnswer(matrix, [14, 99])).toBeUndefined();
    expect(rowsAnswer({ ...matrix, required: false }, [0, 13])?.rows).toEqual([{ row: 12, choice: 13 }]);
    expect(matchReply(matrix, "2,1")).toEqual({ ok: true, answer });
    expect(matchReply(matrix, "2")).toEqual({ ok: false, why: "rows" });
  });

  test("keeps its rows where choices are in random order", () => {
    const graph = sessionGraph(graphOf([{ ...given, random_order: true }]), 7);
    expect(graph.questions[0]?.choices.slice(0, 2).map(({ id }) => id)).toEqual([11, 12]);
    expect(graph.questions[0]?.choices).toHaveLength(4);
  });

  test("is named when a survey is published, and needs rows and choices", () => {
    const graph = graphOf([given]);
    expect(matrixPlaces(graph)).toEqual([1]);
    const texts = (questions: Parameters<typeof graphOf>[0]) =>
      publishFindings(graphOf(questions)).map(({ level, text }) => `${level}: ${text}`);
    expect(texts([given])).toEqual([
      "warning: Question 1 is a matrix, so the survey can't be sent by SMS or on WhatsApp.",
    ]);
    expect(texts([{ type: "matrix", choices: ["Good", "Poor"] }])).toEqual(["fault: Question 1 needs at least 1 row."]);
    expect(texts([{ type: "matrix", choices: [row("Price"), "Poor"] }])).toEqual([
      "fault: Question 1 needs at least 2 choices.",
    ]);
    expect(texts([{ ...given, type: "single" }])).toEqual(["fault: Question 1: only a matrix has rows."]);
  });
});
