import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonWords } from "../../rules/survey/words";
import type { Codebook, CodedResponse, SurveyWords } from "../../services/survey/contract.analysis";
import type { SurveyStatistics } from "../../services/survey/contract.responses";
import type { SurveySession } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
let survey: Awaited<ReturnType<SurveyFixture["delivery"]>>;

/** What people wrote, in the survey's text question. */
const texts = [
  "The driver was LATE, very late",
  "Driver late... Ng’ombe!",
  "école fermée 😀 late",
  "ÉCOLE 24/7",
  "prelate ['quoted'] (a)b.c^d-e\\f",
];

beforeAll(async () => {
  fixture = await surveyFixture();
  survey = await fixture.delivery();
  for (const text of texts) {
    const begun = await fixture.begin(survey.link);
    await fixture.answer(begun, { question: survey.how, choices: [survey.poor] });
    await fixture.answer(begun, { question: survey.why, text });
    await fixture.answer(begun, { question: survey.nps, text: "3" });
  }
  const begun = await fixture.begin(survey.link);
  await fixture.answer(begun, { question: survey.how, choices: [survey.good] });
  await fixture.answer(begun, { question: survey.nps, text: "10" });
});
afterAll(() => fixture.close());

const wordsOf = (query: object) =>
  fixture.must<SurveyWords>(200, "surveyWords", { query, body: { survey: survey.uuid } });
const listed = async (query: object) =>
  (await fixture.must<{ data: SurveySession[] }>(200, "responses", { query, body: { survey: survey.uuid } })).data;

describe("the words of a text question", () => {
  test("are counted once for an answer, of a question that is chosen", async () => {
    const none = await wordsOf({});
    expect(none).toMatchObject({ question: null, words: [], questions: [{ id: survey.why }] });
    const found = await wordsOf({ question: survey.why });
    expect(found).toMatchObject({ question: survey.why, read: 5, more: false });
    expect(found.words).toEqual(commonWords(texts, 100));
    expect(found.words.slice(0, 3)).toEqual([
      { word: "late", count: 3 },
      { word: "driver", count: 2 },
      { word: "école", count: 2 },
    ]);
    expect((await wordsOf({ question: survey.nps })).question).toBeNull();
    expect((await wordsOf({ question: survey.why, choice: survey.good })).read).toBe(0);
  });

  test("open the responses that they are in", async () => {
    const { words } = await wordsOf({ question: survey.why });
    expect(words.map(({ word }) => word)).toContain("ng'ombe");
    for (const { word, count } of words)
      expect(await listed({ answers: `${survey.why}:~${word}`, q: word }), word).toHaveLength(count);
    expect(await listed({ answers: `${survey.why}:~nowhere` })).toHaveLength(0);
  });
});

test("who answered, left out or was not asked a question, and what was ranked first, are the responses of their figures", async () => {
  const { uuid } = await fixture.create({});
  const rank = await fixture.question(uuid, { type: "rank", text: "What matters?", required: false }, [
    "Price",
    "Taste",
  ]);
  const more = await fixture.question(uuid, { type: "text", text: "What else?", required: false });
  const link = (await fixture.must<{ link: string }>(201, "publishSurvey", { params: { uuid } })).link;
  const [price = 0, taste = 0] = rank.options.map(({ id }) => id);
  for (const [order, text] of [
    [[taste, price], "Speed"],
    [[price, taste], ""],
    [[taste, price], null],
    [[], null],
  ] as const) {
    const begun = await fixture.begin(link);
    await fixture.answer(begun, { question: rank.id, choices: order });
    if (text !== null) await fixture.answer(begun, { question: more.id, text });
  }
  await fixture.rows(`
    update survey.answers set answer = answer || '{"why":"refused"}'
    where question_id = ${more.id} and answer->>'kind' = 'skipped' returning 1`);
  const count = async (answers: string) =>
    (
      await fixture.must<{ data: SurveySession[] }>(200, "responses", {
        query: { state: "all", answers },
        body: { survey: uuid },
      })
    ).data.length;
  const { questions } = await fixture.must<SurveyStatistics>(200, "statistics", {
    query: { state: "all" },
    body: { survey: uuid },
  });
  expect(questions.map(({ answered, skipped, refused }) => [answered, skipped, refused])).toEqual([
    [3, 1, 0],
    [1, 1, 1],
  ]);
  for (const { question, answered, skipped, refused, unknown, ranks = [] } of questions) {
    const figures = { answered, skipped, refused, unknown, none: 4 - answered - skipped };
    for (const [group, figure] of Object.entries(figures))
      expect(await count(`${question.id}:${group}`), `${question.id}:${group}`).toBe(figure);
    for (const { choice, ranked, first } of ranks) {
      expect(await count(`${question.id}:${choice}@`)).toBe(ranked);
      expect(await count(`${question.id}:${choice}@1`)).toBe(first);
    }
  }
});

describe("responses with codes", () => {
  const coded = async (query: object = {}) =>
    fixture.must<{ data: CodedResponse[]; next: string | null }>(200, "codedResponses", {
      ...{ query, body: { survey: survey.uuid } },
    });

  test("have a value for each variable of the codebook", async () => {
    const { variables } = await fixture.must<Codebook>(200, "codebook", { params: { uuid: survey.uuid } });
    const { data } = await coded();
    expect(data).toHaveLength(6);
    for (const { values } of data) expect(Object.keys(values)).toEqual(variables.map(({ name }) => name));
    const [how, why, nps] = [`q${survey.how}`, `q${survey.why}`, `q${survey.nps}`];
    expect(data[0]?.values).toMatchObject({ channel: "web", language: "en", version: 1, state: "completed" });
    expect(data[0]?.values).toMatchObject({ [how]: survey.good, [why]: null, [`${why}_given`]: -9, [nps]: 10 });
    expect(data[2]?.values).toMatchObject({ [how]: survey.poor, [why]: "ÉCOLE 24/7", [`${why}_given`]: 1, [nps]: 3 });
    expect(variables.find(({ name }) => name === how)?.values).toEqual([
      { value: survey.good, label: "Good" },
      { value: survey.poor, label: "Poor" },
    ]);
  });

  test("have the filters and pages of the list", async () => {
    expect((await coded({ choice: survey.good })).data).toHaveLength(1);
    const page = await coded({ per_page: 5 });
    expect(page.data).toHaveLength(5);
    expect((await coded({ per_page: 5, page: 2, after: page.next ?? "" })).data).toHaveLength(1);
  });

  test("are of nobody else's surveys", async () => {
    const { uuid } = survey;
    expect((await fixture.ask("codebook", { params: { uuid } }, "other")).status).toBe(404);
    expect((await fixture.ask("codedResponses", { body: { survey: uuid } }, "other")).status).toBe(404);
    expect((await fixture.ask("surveyWords", { body: { survey: uuid } }, "other")).status).toBe(404);
  });
});
