import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EditableAnswer, ResponseEdits } from "../../services/survey/contract.edits";
import type { SurveyResponse, SurveyStatistics } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

type Delivery = Awaited<ReturnType<SurveyFixture["delivery"]>>;

/** A completed response: poor, with a reason and a mark. */
async function respond({ link, how, why, nps, poor }: Delivery): Promise<number> {
  const begun = await fixture.begin(link);
  await fixture.answer(begun, { question: how, choices: [poor] });
  await fixture.answer(begun, { question: why, text: "Late" });
  await fixture.answer(begun, { question: nps, text: "3" });
  return newest();
}
const newest = async () =>
  (await fixture.rows<{ id: number }>("select max(id)::int as id from survey.sessions"))[0]?.id ?? 0;

const edits = (uuid: string, id: number) => fixture.must<ResponseEdits>(200, "responseEdits", { params: { uuid, id } });
const response = (uuid: string, id: number) => fixture.must<SurveyResponse>(200, "response", { params: { uuid, id } });
const correct = (params: object, body: object, token: "owner" | "researcher" | "other" | "nobody" = "researcher") =>
  fixture.ask("editAnswer", { params, body: { reason: "Typed wrong", ...body } }, token);

describe("a corrected answer", () => {
  test("takes the place of the earlier one, which is kept with who, when and why", async () => {
    const survey = await fixture.delivery();
    const { uuid, why, nps } = survey;
    const id = await respond(survey);
    const params = { uuid, id, question: nps };
    const form = await fixture.must<EditableAnswer>(200, "answerToEdit", { params });
    expect(form).toMatchObject({ question: { id: nps }, answered: "3", declined: null });
    expect(await correct(params, { text: " 8. ", reason: "The interviewer heard 3" })).toMatchObject({
      ...{ status: 201, body: { message: "The answer was corrected." } },
    });
    expect(await correct(params, { text: "9" }, "owner")).toMatchObject({ status: 201 });
    const after = await response(uuid, id);
    expect(after).toMatchObject({ disposition: "completed", answers: { [nps]: "9", [why]: "Late" } });
    expect((await edits(uuid, id)).edits).toMatchObject([
      { question: nps, before: "8", reason: "Typed wrong" },
      { question: nps, before: "3", by: "Otieno Ouma", reason: "The interviewer heard 3" },
    ]);
    const statistics = await fixture.must<SurveyStatistics>(200, "statistics", { body: { survey: uuid } });
    expect(statistics.questions[2]).toMatchObject({ answered: 1, mean: 9 });
  });

  test("has the calculated values of the response worked out again", async () => {
    const { uuid } = await fixture.create();
    const food = await fixture.question(uuid, { type: "number", name: "food", text: "Food?" });
    const drinks = await fixture.question(uuid, { type: "number", name: "drinks", text: "Drinks?" });
    const data = [{ name: "spent", expression: "{food} + {drinks}" }];
    await fixture.must(201, "setCalculated", { params: { uuid }, body: { data } });
    const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
    const begun = await fixture.begin(link ?? "");
    await fixture.answer(begun, { question: food.id, text: "30" });
    await fixture.answer(begun, { question: drinks.id, text: "20" });
    const id = await newest();
    expect((await response(uuid, id)).values).toEqual([{ name: "spent", number: 50 }]);
    expect((await correct({ uuid, id, question: food.id }, { text: "100" })).status).toBe(201);
    expect((await response(uuid, id)).values).toEqual([{ name: "spent", number: 120 }]);
  });

  test("moves nothing else: the state and which answers count stay, though it would have led another way", async () => {
    const survey = await fixture.delivery();
    const { uuid, how, why, nps, good } = survey;
    const id = await respond(survey);
    expect((await correct({ uuid, id, question: how }, { choices: [good] })).status).toBe(201);
    const { disposition, answers, left_out } = await response(uuid, id);
    expect(disposition).toBe("completed");
    expect(answers).toEqual({ [how]: "Good", [why]: "Late", [nps]: "3" });
    expect(left_out).toEqual({});
  });

  test("is checked as an answer that is given, and needs a reason", async () => {
    const survey = await fixture.delivery();
    const { uuid, how, why, nps } = survey;
    const id = await respond(survey);
    const refused = async (question: number, body: object) => (await correct({ uuid, id, question }, body)).body.errors;
    expect(await refused(nps, { text: "11" })).toEqual({ answer: ["This number is out of range."] });
    expect(await refused(how, { choices: [] })).toEqual({ answer: ["Choose one answer."] });
    expect(await refused(how, { choices: [999_999] })).toEqual({ answer: ["Choose one answer."] });
    expect(await refused(why, { text: " " })).toEqual({ answer: ["Enter the answer."] });
    // The question is required: there is no refusal.
    expect(await refused(why, { declined: "refused" })).toEqual({ answer: ["Enter the answer."] });
    expect(await refused(nps, { text: "8", reason: " " })).toEqual({ reason: ["Enter the reason."] });
    expect((await edits(uuid, id)).edits).toEqual([]);
    expect((await response(uuid, id)).answers).toMatchObject({ [nps]: "3" });
  });

  test("is told to web hooks and the activities once, and not when nothing was changed", async () => {
    const survey = await fixture.delivery();
    const { uuid, why } = survey;
    await fixture.rows(`insert into events.webhooks (customer_account, url, events, created_by)
      values ('100001', 'https://shop.example/hook', '{survey.completed,survey.edited}', 'Wanjiru')`);
    const id = await respond(survey);
    const params = { uuid, id, question: why };
    for (const text of ["Late", "Very late", "Very late"]) expect((await correct(params, { text })).status).toBe(201);
    const told = await fixture.rows("select event, payload from events.webhook_deliveries order by id");
    expect(told).toMatchObject([
      { event: "survey.completed" },
      { event: "survey.edited", payload: { response: id, changed: why, answers: [{}, { text: "Very late" }, {}] } },
    ]);
    expect((await edits(uuid, id)).edits).toHaveLength(1);
    const activities = await fixture.rows<{ description: string }>(
      "select description from events.activities where action = 'Survey answer corrected' order by id desc limit 1",
    );
    expect(activities[0]?.description).toContain(`response ${id} of the survey`);
    expect(JSON.stringify(activities)).not.toMatch(/late|Typed wrong/i);
    await fixture.rows("delete from events.webhooks");
  });

  test("takes the response out of the limit of one choice and into that of another", async () => {
    const survey = await fixture.delivery();
    const { uuid, how, good, poor } = survey;
    await fixture.must(201, "setQuota", { body: { choice_id: good, max_count: 1 } });
    await fixture.must(201, "setQuota", { body: { choice_id: poor, max_count: 5 } });
    const [one, two] = [await respond(survey), await respond(survey)];
    const taken = async () =>
      Object.fromEntries((await fixture.load(uuid)).quotas.map((quota) => [quota.choice_id, quota.taken]));
    expect(await taken()).toEqual({ [good]: 0, [poor]: 2 });
    expect((await correct({ uuid, id: one, question: how }, { choices: [good] })).status).toBe(201);
    expect(await taken()).toEqual({ [good]: 1, [poor]: 1 });
    const full = await correct({ uuid, id: two, question: how }, { choices: [good] });
    expect(full.status).toBe(422);
    expect(full.body.errors?.answer).toEqual(["The limit of this answer is reached: no more responses can have it."]);
    expect(await taken()).toEqual({ [good]: 1, [poor]: 1 });
    await fixture.must(201, "deleteResponse", { params: { uuid, id: one }, query: { reason: "A test" } });
    expect(await taken()).toEqual({ [good]: 0, [poor]: 1 });
    expect(await fixture.rows(`select 1 from survey.answer_edits where session_id = ${one}`)).toEqual([]);
  });
});

describe("an answer can't be corrected", () => {
  test("while the response is open", async () => {
    const { uuid, link, how, poor, good } = await fixture.delivery();
    await fixture.answer(await fixture.begin(link), { question: how, choices: [poor] });
    const id = await newest();
    expect((await edits(uuid, id)).editable).toEqual([]);
    expect((await correct({ uuid, id, question: how }, { choices: [good] })).status).toBe(409);
  });

  test("after the person's data was erased, and an erasure takes the corrections", async () => {
    const survey = await fixture.delivery();
    const { uuid, nps } = survey;
    const id = await respond(survey);
    await fixture.rows(`update survey.sessions set msisdn = '+254700000009', name = 'Amina' where id = ${id}`);
    expect((await correct({ uuid, id, question: nps }, { text: "4", reason: "Amina said so" })).status).toBe(201);
    const body = { msisdn: "+254700000009", email: null };
    const told = await fixture.must<object>(200, "personData", { body }, "service");
    expect(JSON.stringify(told)).toContain("Amina said so");
    await fixture.must(200, "erasePerson", { body }, "service");
    expect(await edits(uuid, id)).toEqual({ edits: [], editable: [] });
    const params = { uuid, id, question: nps };
    expect((await correct(params, { text: "5" })).status).toBe(409);
    expect((await fixture.ask("answerToEdit", { params })).status).toBe(409);
    expect((await response(uuid, id)).answers).toMatchObject({ [nps]: "4" });
  });

  test("where there is none, by another account, or without the permission", async () => {
    const survey = await fixture.delivery();
    const elsewhere = await fixture.delivery();
    const { uuid, how, nps } = survey;
    const id = await respond(survey);
    expect((await edits(uuid, id)).editable).toHaveLength(3);
    const status = async (params: object, token?: "other" | "nobody") =>
      (await correct({ uuid, id, question: nps, ...params }, { text: "5" }, token)).status;
    expect(await status({ question: elsewhere.how })).toBe(404);
    expect(await status({ uuid: elsewhere.uuid })).toBe(404);
    expect(await status({ id: 999_999 })).toBe(404);
    expect(await status({}, "other")).toBe(404);
    expect(await status({}, "nobody")).toBe(403);
    const begun = await fixture.begin(survey.link);
    await fixture.answer(begun, { question: how, choices: [survey.good] });
    await fixture.answer(begun, { question: nps, text: "9" });
    // It was never asked.
    expect(await status({ id: await newest(), question: survey.why })).toBe(404);
  });
});
