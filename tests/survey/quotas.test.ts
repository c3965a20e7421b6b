import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const full = "Thank you. We have enough answers from people like you.";

/** A published survey: sex, age, town and a mark at the end. */
async function people(form: object = {}) {
  const { uuid } = await fixture.create(form);
  const sex = await fixture.question(uuid, { type: "single", text: "Sex?" }, ["Woman", "Man"]);
  const age = await fixture.question(uuid, { type: "number", text: "Age?" });
  const town = await fixture.question(uuid, { type: "single", text: "Town?" }, ["Nairobi", "Mombasa"]);
  const mark = await fixture.question(uuid, { type: "nps", text: "Would you recommend us?" });
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  const [woman, man] = sex.options.map(({ id }) => id) as [number, number];
  const [nairobi, mombasa] = town.options.map(({ id }) => id) as [number, number];
  const ids = { sex: sex.id, age: age.id, town: town.id, mark: mark.id, woman, man, nairobi, mombasa };
  return { uuid, link: link ?? "", ...ids };
}
type People = Awaited<ReturnType<typeof people>>;

const isChoice = (question: number, choice: number) => ({ question, group: { kind: "choice", choice } });
const isBetween = (question: number, from: number, to: number) => ({ question, group: { kind: "range", from, to } });

/** Women of 18 to 24 in Nairobi. */
const youngWomen = ({ sex, age, town, woman, nairobi }: People) => [
  isChoice(town, nairobi),
  isBetween(age, 18, 25),
  isChoice(sex, woman),
];

async function limit(
  survey: People,
  max_count: number,
  conditions: object[] = youngWomen(survey),
  name = "Young women",
) {
  const body = { survey: survey.uuid, name, max_count, conditions };
  const { data } = await fixture.must<{ data: SurveyDetail["quota_cells"] }>(201, "createQuotaCell", { body });
  return data.at(-1)?.id ?? 0;
}

async function taken({ uuid }: People): Promise<number[]> {
  return (await fixture.load(uuid)).quota_cells.map((cell) => cell.taken);
}

type Person = { sex?: number; age?: number; town?: number };

/** Answers up to the mark, which is open then. */
async function beginAs(survey: People, { sex = survey.woman, age = 20, town = survey.nairobi }: Person = {}) {
  const params = await fixture.begin(survey.link);
  await fixture.answer(params, { question: survey.sex, choices: [sex] });
  await fixture.answer(params, { question: survey.age, text: String(age) });
  return { params, shown: await fixture.answer(params, { question: survey.town, choices: [town] }) };
}

const finish = ({ mark }: People, params: object) => fixture.answer(params, { question: mark, text: "9" });

/** A completed response; answers its id. */
async function respond(survey: People, person: Person = {}): Promise<number> {
  const { params } = await beginAs(survey, person);
  await finish(survey, params);
  const [newest] = await fixture.rows<{ id: number }>("select id from survey.sessions order by id desc limit 1");
  return newest?.id ?? 0;
}

describe("a limit over several questions", () => {
  test("counts the completed responses whose answers match all conditions", async () => {
    const survey = await people();
    await limit(survey, 10);
    await respond(survey);
    await respond(survey, { age: 24 });
    for (const other of [{ sex: survey.man }, { age: 25 }, { age: 17 }, { town: survey.mombasa }])
      await respond(survey, other);
    await beginAs(survey);
    expect(await taken(survey)).toEqual([2]);
  });

  test("begins with the responses that there are", async () => {
    const survey = await people();
    await respond(survey);
    await respond(survey, { age: 24.5 });
    await respond(survey, { age: 25 });
    await beginAs(survey);
    await limit(survey, 5);
    await limit(survey, 5, [isChoice(survey.sex, survey.woman)], "Women");
    expect(await taken(survey)).toEqual([2, 3]);
  });

  test("of 2 takes 2 of 3 that end at once, and ends others with the answer that decides it", async () => {
    const survey = await people();
    await limit(survey, 2);
    const begun = [await beginAs(survey), await beginAs(survey), await beginAs(survey)];
    const ends = await Promise.all(begun.map(({ params }) => finish(survey, params)));
    expect(ends.filter(({ ending }) => ending === full)).toHaveLength(1);
    expect(await taken(survey)).toEqual([2]);
    expect((await fixture.load(survey.uuid)).completed_count).toBe(2);
    const late = await fixture.begin(survey.link);
    expect((await fixture.answer(late, { question: survey.sex, choices: [survey.woman] })).ending).toBe("");
    expect((await fixture.answer(late, { question: survey.age, text: "18" })).ending).toBe("");
    expect((await fixture.answer(late, { question: survey.town, choices: [survey.nairobi] })).ending).toBe(full);
    for (const other of [{ sex: survey.man }, { age: 25 }, { town: survey.mombasa }])
      expect((await beginAs(survey, other)).shown.question?.id).toBe(survey.mark);
  });

  test("and others that a response belongs to: each is counted, and the first that is full ends it", async () => {
    const survey = await people();
    await limit(survey, 5);
    await limit(survey, 1, [isChoice(survey.sex, survey.woman)], "Women");
    await fixture.must(201, "setQuota", { body: { choice_id: survey.nairobi, max_count: 9 } });
    await respond(survey);
    expect(await taken(survey)).toEqual([1, 1]);
    const { quotas } = await fixture.load(survey.uuid);
    expect(quotas).toEqual([
      { id: expect.any(Number), question_id: survey.town, choice_id: survey.nairobi, max_count: 9, taken: 1 },
    ]);
    const next = await fixture.begin(survey.link);
    expect((await fixture.answer(next, { question: survey.sex, choices: [survey.woman] })).ending).toBe(full);
  });

  test("ends a page at the last of its questions", async () => {
    const survey = await people({ interaction_mode: "page" });
    const shown = async () => {
      const page = await fixture.must<{ questions: { question: { id: number } }[] }>(
        200,
        "webPage",
        { params: await fixture.begin(survey.link) },
        "",
      );
      return page.questions.map(({ question }) => question.id);
    };
    expect(await shown()).toEqual([survey.sex, survey.age, survey.town, survey.mark]);
    await limit(survey, 1);
    expect(await shown()).toEqual([survey.sex, survey.age, survey.town]);
  });
});

describe("what was taken stays exact", () => {
  test("when an answer is corrected and when the response is deleted", async () => {
    const survey = await people();
    const { uuid, sex, age, town } = survey;
    await limit(survey, 1);
    await limit(survey, 5, [isBetween(age, 25, 1e15), isChoice(sex, survey.woman)], "Older women");
    const one = await respond(survey, { age: 30 });
    const two = await respond(survey, { sex: survey.man });
    expect(await taken(survey)).toEqual([0, 1]);
    const correct = (id: number, question: number, typed: object) =>
      fixture.ask("editAnswer", { params: { uuid, id, question }, body: { reason: "A test", ...typed } });
    expect((await correct(one, age, { text: "24" })).status).toBe(201);
    expect(await taken(survey)).toEqual([1, 0]);
    const refused = await correct(two, sex, { choices: [survey.woman] });
    expect(refused).toMatchObject({ status: 422, body: { errors: { answer: [expect.stringContaining("limit")] } } });
    expect(await taken(survey)).toEqual([1, 0]);
    expect((await correct(two, town, { choices: [survey.mombasa] })).status).toBe(201);
    expect((await correct(two, sex, { choices: [survey.woman] })).status).toBe(201);
    expect(await taken(survey)).toEqual([1, 0]);
    await fixture.must(201, "deleteResponse", { params: { uuid, id: one }, query: { reason: "A test" } });
    expect(await taken(survey)).toEqual([0, 0]);
  });

  test("when a choice or a question is deleted: the limit stays, and publishing says so", async () => {
    const survey = await people();
    await limit(survey, 5);
    await fixture.must(201, "setQuota", { body: { choice_id: survey.woman, max_count: 9 } });
    await fixture.must(201, "deleteChoice", { params: { id: survey.woman } });
    const loaded = await fixture.load(survey.uuid);
    expect(loaded.quotas).toEqual([]);
    expect(loaded.findings.map(({ text }) => text)).toContain(
      "The limit “Young women”: a condition looks at a choice of question 1 that was deleted.",
    );
    // The published version still asks for it.
    await respond(survey);
    expect(await taken(survey)).toEqual([1]);
    await fixture.must(201, "createChoice", { body: { question_id: survey.sex, text: "Woman" } });
    await fixture.must(201, "deleteQuestion", { params: { id: survey.age } });
    const refused = await fixture.ask("publishSurvey", { params: { uuid: survey.uuid } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.form).toContain(
      "The limit “Young women”: a condition looks at a question that was deleted.",
    );
    expect((await fixture.load(survey.uuid)).quota_cells).toHaveLength(1);
  });

  test("in the copy of a survey, whose limits are about the copies", async () => {
    const survey = await people();
    await limit(survey, 5);
    await fixture.must(201, "setQuota", { body: { choice_id: survey.woman, max_count: 9 } });
    await respond(survey);
    const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid: survey.uuid } });
    const [sex, age, town] = copy.questions as [SurveyDetail["questions"][number], { id: number }, { id: number }];
    expect(copy.quotas).toMatchObject([{ question_id: sex.id, choice_id: sex.options[0]?.id, max_count: 9, taken: 0 }]);
    expect(copy.quota_cells).toMatchObject([
      {
        ...{ name: "Young women", max_count: 5, taken: 0 },
        conditions: [{ question: town.id }, isBetween(age.id, 18, 25), isChoice(sex.id, sex.options[0]?.id ?? 0)],
      },
    ]);
    expect(copy.findings.filter(({ level }) => level === "fault")).toEqual([]);
    expect(await taken(survey)).toEqual([1]);
  });
});

describe("the calls", () => {
  test("refuse what no response could match, at its condition", async () => {
    const survey = await people();
    const { sex, age, woman, man, nairobi, mark } = survey;
    const elsewhere = await people();
    const errors = async (conditions: object[], more: object = {}) =>
      (
        await fixture.ask("createQuotaCell", {
          body: { survey: survey.uuid, name: "One", max_count: 1, conditions, ...more },
        })
      ).body.errors;
    expect(await errors([isChoice(sex, woman), isChoice(sex, nairobi)])).toEqual({
      "conditions.1.group": ["The condition looks at a choice of question 1 that was deleted."],
    });
    expect(await errors([isChoice(elsewhere.sex, elsewhere.woman)])).toHaveProperty(["conditions.0.group"]);
    expect(await errors([isChoice(sex, woman), isChoice(sex, man)])).toEqual({
      "conditions.1.group": ["No answer matches this and another of the conditions."],
    });
    expect(await errors([isBetween(mark, 11, 20)])).toHaveProperty(["conditions.0.group"]);
    expect(await errors([isBetween(age, 24, 18)])).toHaveProperty(["conditions.0.group"]);
    expect(await errors([isBetween(age, 0, 1e-7)])).toHaveProperty(["conditions.0.group.to"]);
    expect(await errors([])).toHaveProperty(["conditions"]);
    expect(await errors(Array.from({ length: 5 }, () => isChoice(sex, woman)))).toHaveProperty(["conditions"]);
    expect(await errors(youngWomen(survey), { name: " " })).toHaveProperty(["name"]);
    expect(await errors(youngWomen(survey), { max_count: 0 })).toHaveProperty(["max_count"]);
    expect((await fixture.load(survey.uuid)).quota_cells).toEqual([]);
  });

  test("change the target and the name, and take a limit away", async () => {
    const survey = await people();
    const id = await limit(survey, 5);
    await respond(survey);
    await respond(survey);
    const change = (body: object, token?: "other" | "nobody") =>
      fixture.ask("updateQuotaCell", { params: { id }, body }, token);
    expect((await change({ max_count: 1 })).body.errors).toEqual({
      max_count: ["2 completed responses belong to it already."],
    });
    expect((await change({ max_count: 2, name: "Women" })).status).toBe(201);
    expect((await fixture.load(survey.uuid)).quota_cells).toMatchObject([
      { id, name: "Women", max_count: 2, taken: 2 },
    ]);
    expect((await beginAs(survey)).shown.ending).toBe(full);
    await limit(survey, 3, [isChoice(survey.sex, survey.man)], "Men");
    expect((await change({ max_count: 9, name: "men" })).body.errors).toEqual({
      name: ["Another limit has this name."],
    });
    expect((await change({ max_count: 9 }, "other")).status).toBe(404);
    expect((await change({ max_count: 9 }, "nobody")).status).toBe(403);
    const gone = (token?: "other") => fixture.ask("deleteQuotaCell", { params: { id } }, token);
    expect((await gone("other")).status).toBe(404);
    expect((await gone()).status).toBe(201);
    expect((await gone()).status).toBe(404);
    expect((await beginAs(survey)).shown.ending).toBe("");
  });

  test("of limits over several questions leave the limit of a choice alone", async () => {
    const survey = await people();
    await fixture.must(201, "setQuota", { body: { choice_id: survey.woman, max_count: 9 } });
    const [quota] = (await fixture.load(survey.uuid)).quotas;
    const params = { id: quota?.id };
    expect((await fixture.ask("deleteQuotaCell", { params })).status).toBe(404);
    // One condition with a name is another limit.
    await limit(survey, 2, [isChoice(survey.sex, survey.woman)], "Women");
    await fixture.must(201, "setQuota", { body: { choice_id: survey.woman, max_count: 0 } });
    expect(await fixture.load(survey.uuid)).toMatchObject({ quotas: [], quota_cells: [{ name: "Women" }] });
  });
});
