import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerFields, SurveyInstanceDetail } from "../../services/survey/contract.instances";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const msisdn = "+254711000301";

/** An instance that is running for one person. */
async function instance() {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "November" },
  });
  fixture.sms.groups.set(1, [{ msisdn, name: "Amina", fields: {}, opted_out: false }]);
  const form = { name: "November", language: "en", sender: "SAVANNA", group_id: 1 };
  const ready = await fixture.must<SurveyInstanceDetail>(201, "updateInstance", { params: { id }, body: form });
  await fixture.must(201, "dispatchInstance", {
    params: { id },
    body: { most_cents: ready.estimate?.most_cents ?? 0 },
  });
  return { ...made, id };
}
const set = (id: number, data: object[], token?: "other" | "nobody") =>
  fixture.ask("setAnswerFields", { params: { id }, body: { data } }, token);

test("answers that are mapped are kept in fields of the contact when the person has come to the end", async () => {
  const { id, how, why, nps } = await instance();
  const saved = await set(id, [
    { question_id: how, field: "Last Delivery" },
    { question_id: why, field: "complaint" },
    { question_id: nps, field: "" },
  ]);
  expect(saved.status).toBe(201);
  const { data } = await fixture.must<AnswerFields>(200, "answerFields", { params: { id } });
  expect(data).toEqual([
    { question_id: how, text: "How was it?", field: "last_delivery" },
    { question_id: why, text: "What went wrong?", field: "complaint" },
    { question_id: nps, text: "Would you recommend us?", field: "" },
  ]);
  await fixture.work();
  await fixture.reply(msisdn, "1");
  expect((await fixture.queued("survey.fields")).rows).toEqual([]);
  await fixture.reply(msisdn, "9");
  const [job] = (await fixture.queued("survey.fields")).rows as [{ session_id: number }];
  await fixture.saveFields(job.session_id);
  // What was not asked changes no field, and what is not mapped is not sent.
  expect(fixture.sms.fields).toEqual([{ group_id: 1, msisdn, fields: { last_delivery: "Good" } }]);
});

test("a session without mapped answers has nothing to keep", async () => {
  const { id, why } = await instance();
  const before = (await fixture.queued("survey.fields")).rows.length;
  await set(id, [{ question_id: why, field: "complaint" }]);
  await fixture.work();
  await fixture.reply(msisdn, "1");
  await fixture.reply(msisdn, "9");
  expect((await fixture.queued("survey.fields")).rows).toHaveLength(before);
});

test("a field belongs to one question of the instance, which is of the account alone", async () => {
  const { id, how, why } = await instance();
  const twice = [
    { question_id: how, field: "Mark" },
    { question_id: why, field: "mark" },
  ];
  expect((await set(id, twice)).body.errors).toEqual({ "data.1.field": ["Another question has this field."] });
  expect((await set(id, [{ question_id: 987_654, field: "mark" }])).body.errors).toHaveProperty("data.0.question_id");
  expect((await set(id, [], "other")).status).toBe(404);
  expect((await set(id, [], "nobody")).status).toBe(403);
  expect((await fixture.ask("answerFields", { params: { id } }, "other")).status).toBe(404);
});
