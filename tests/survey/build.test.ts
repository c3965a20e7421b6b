import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SurveyChange, SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

describe("a survey", () => {
  test("begins as a draft with a link, and is listed for its own account only", async () => {
    const made = await fixture.create({ title: "After delivery", category: "satisfaction", languages: ["en", "sw"] });
    expect(made).toMatchObject({
      status: "draft",
      version: 0,
      languages: ["en", "sw"],
      channels: ["sms", "whatsapp", "web"],
    });
    expect(made.link).toMatch(/^[\w-]{16}$/);
    const listed = await fixture.ask("surveys", { query: { q: "after del", identity: "100001" } });
    expect(listed.body.data).toMatchObject([{ uuid: made.uuid, title: "After delivery" }]);
    expect((await fixture.ask("surveys", { query: { identity: "200002" } })).status).toBe(403);
    expect((await fixture.ask("survey", { params: { uuid: made.uuid } }, "other")).status).toBe(404);
  });

  test("whose title is taken is refused with 406 (R115)", async () => {
    await fixture.create({ title: "Twice" });
    const refused = await fixture.ask("createSurvey", { body: { title: "twice" } });
    expect(refused).toMatchObject({ status: 406, body: { errors: { title: [expect.stringContaining("already")] } } });
  });

  test.each([
    [{ title: " " }, "title"],
    [{ title: "A", category: "gossip" }, "category"],
    [{ title: "A", languages: ["xx"] }, "languages.0"],
  ])("%j is refused at its field", async (body, field) => {
    const refused = await fixture.ask("createSurvey", { body });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
  });

  test("needs the permission and the product", async () => {
    for (const token of ["nobody", "unsold"] as const)
      expect((await fixture.ask("surveys", {}, token)).status).toBe(403);
    expect((await fixture.ask("surveys", {}, "researcher")).status).toBe(200);
  });

  test("is taken as a plan, paid from the balance", async () => {
    const body = { plan: "team", key: "subscribe-1" };
    expect((await fixture.ask("subscribe", { body })).status).toBe(201);
    expect(fixture.paid).toEqual([{ ...body, auto_renew: false, product: "Surveys", method: "balance" }]);
  });

  test("tells its lists and the sender codes of the account", async () => {
    for (const name of ["categories", "channels", "interactionModes", "operands", "questionTypes"] as const)
      expect((await fixture.ask(name)).body.data).not.toHaveLength(0);
    expect((await fixture.ask("surveySenders", { query: { account: "100001" } })).body.data).toEqual([
      { sender: "SAVANNA", status: "approved" },
    ]);
    expect((await fixture.ask("surveySenders", { query: { account: "200002" } })).status).toBe(403);
  });
});

describe("questions", () => {
  test("each change answers 201 with what was changed (R113)", async () => {
    const { uuid } = await fixture.create();
    const added = await fixture.must<SurveyChange>(201, "createQuestion", {
      body: { survey: uuid, type: "rating", text: "How many stars?", required: "false" },
    });
    expect(added).toMatchObject({ status: 201, question: { type: "rating", required: false, rank: 1, max_rating: 5 } });
    const id = added.question?.id ?? 0;
    const rated = await fixture.must<SurveyChange>(201, "setMaxRating", {
      body: { question_id: String(id), max_rating: "10" },
    });
    expect(rated.question?.max_rating).toBe(10);
    expect((await fixture.ask("setMaxRating", { body: { question_id: id, max_rating: 11 } })).status).toBe(422);
    const chosen = await fixture.must<SurveyChange>(201, "createChoice", {
      body: { question_id: id, text: "Late", aliases: ["nimechelewa"] },
    });
    expect(chosen.choice).toMatchObject({ text: { en: "Late" }, aliases: ["nimechelewa"], rank: 1 });
    const condition = await fixture.must<SurveyChange>(201, "createCondition", {
      body: { question_id: id, operand: "is at most", value: "2" },
    });
    expect(condition.condition).toMatchObject({ operand: "is at most", value: "2", asked: null, target: null });
    const without = await fixture.must<SurveyChange>(201, "deleteCondition", {
      params: { id: condition.condition?.id },
    });
    expect(without.question?.condition).toEqual([]);
    const gone = await fixture.must<SurveyChange>(201, "deleteChoice", { params: { id: chosen.choice?.id } });
    expect(gone.question?.options).toEqual([]);
    expect(await fixture.must<SurveyChange>(201, "deleteQuestion", { params: { id } })).toMatchObject({
      question: null,
    });
    expect((await fixture.ask("deleteQuestion", { params: { id } })).status).toBe(404);
  });

  test("are put into another order", async () => {
    const { uuid } = await fixture.create();
    const ids: number[] = [];
    for (const text of ["A", "B", "C"]) ids.push((await fixture.question(uuid, { type: "text", text })).id);
    await fixture.must(201, "rankQuestions", { body: { survey: uuid, questions: ids.toReversed() } });
    expect((await fixture.load(uuid)).questions.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  test("keep the choices that stay, and lose those that are left out", async () => {
    const { uuid } = await fixture.create();
    const { id, options } = await fixture.question(uuid, { type: "single", text: "Which?" }, ["A", "B"]);
    const changed = await fixture.must<SurveyChange>(201, "updateQuestion", {
      params: { id },
      body: {
        type: "multiple",
        text: "Which of them?",
        options: [{ text: "New" }, { id: options[1]?.id, text: "B2" }],
      },
    });
    expect(changed.question).toMatchObject({ type: "multiple", text: { en: "Which of them?" } });
    expect(changed.question?.options.map(({ text }) => text.en)).toEqual(["New", "B2"]);
    expect(changed.question?.options[1]?.id).toBe(options[1]?.id);
  });

  test("of another account are unknown", async () => {
    const { uuid } = await fixture.create();
    const { id, options } = await fixture.question(uuid, { type: "single", text: "Which?" }, ["A"]);
    for (const [name, params] of [
      ["deleteQuestion", { id }],
      ["deleteChoice", { id: options[0]?.id }],
    ] as const)
      expect((await fixture.ask(name, { params }, "other")).status).toBe(404);
    const elsewhere = await fixture.create();
    const { id: far } = await fixture.question(elsewhere.uuid, { type: "text", text: "Far" });
    const refused = await fixture.ask("createCondition", { body: { question_id: id, operand: "always", target: far } });
    expect(refused.body.errors).toHaveProperty("target");
  });
});

describe("publishing", () => {
  test("is refused while there are faults, and says them", async () => {
    const { uuid } = await fixture.create();
    await fixture.question(uuid, { type: "single", text: "Which?" }, ["Only one"]);
    const refused = await fixture.ask("publishSurvey", { params: { uuid } });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { form: ["Question 1 needs at least 2 choices."] } },
    });
    expect((await fixture.load(uuid)).version).toBe(0);
  });

  test("makes a version that a later change does not touch: sessions keep theirs", async () => {
    const { uuid, link, how, good } = await fixture.delivery();
    const begun = await fixture.begin(link);
    const { questions } = await fixture.load(uuid);
    await fixture.must(201, "deleteQuestion", { params: { id: questions[2]?.id } });
    await fixture.must(201, "deleteCondition", { params: { id: questions[0]?.condition[0]?.id } });
    expect((await fixture.load(uuid)).edited).toBe(true);
    await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
    expect(await fixture.load(uuid)).toMatchObject({ version: 2, edited: false });
    const after = await fixture.answer(begun, { question: how, choices: [good] });
    expect(after.question).toMatchObject({ type: "nps" });
    const fresh = await fixture.begin(link);
    expect((await fixture.answer(fresh, { question: how, choices: [good] })).question).toMatchObject({ type: "text" });
  });
});

test("texts are set in one language, and an empty one is none", async () => {
  const { uuid } = await fixture.create({ languages: ["en", "sw"] });
  const { id, options } = await fixture.question(uuid, { type: "single", text: "How was it?" }, ["Good", "Poor"]);
  const body = {
    language: "sw",
    questions: [{ id, text: "Ilikuwaje?" }],
    choices: [{ id: options[0]?.id, text: "Nzuri" }],
    ending: "Asante sana.",
  };
  const after = await fixture.must<SurveyDetail>(201, "translateSurvey", { params: { uuid }, body });
  expect(after.questions[0]?.text).toEqual({ en: "How was it?", sw: "Ilikuwaje?" });
  expect(after.ending).toEqual({ sw: "Asante sana." });
  expect(after.findings).toMatchObject([{ level: "warning", text: "Question 1 is not wholly in Kiswahili." }]);
  expect((await fixture.ask("translateSurvey", { params: { uuid }, body: { ...body, language: "fr" } })).status).toBe(
    422,
  );
});

test("a copy has the same questions, and conditions that name its own", async () => {
  const { uuid } = await fixture.delivery();
  const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid } });
  expect(copy).toMatchObject({ status: "draft", version: 0, questions_count: 3 });
  expect(copy.findings).toEqual([]);
  const [how, , nps] = copy.questions;
  expect(how?.condition).toMatchObject([{ value: String(how?.options[0]?.id), target: nps?.id }]);
});
