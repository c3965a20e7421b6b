import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerFields, SurveyInstanceDetail } from "../../services/survey/contract.instances";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const msisdn = "+254711000301";

/** An instance that is running for one person. @param change what the survey has before */
async function instance(change: (made: Awaited<ReturnType<SurveyFixture["delivery"]>>) => unknown = () => undefined) {
  const made = await fixture.delivery();
  await change(made);
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

/** An instance whose survey works out two values of the mark. */
async function valued() {
  const made = await instance(async ({ uuid, nps }) => {
    const data = [
      { name: "share", expression: `{${nps}} / 3` },
      { name: "more", expression: "{share} * 30" },
    ];
    await fixture.must(201, "setCalculated", { params: { uuid }, body: { data } });
    await fixture.must(201, "publishSurvey", { params: { uuid } });
  });
  const { values } = await fixture.must<AnswerFields>(200, "answerFields", { params: { id: made.id } });
  expect(values.map(({ name, field }) => [name, field])).toEqual([
    ["share", ""],
    ["more", ""],
  ]);
  return { ...made, share: values[0]?.calculated_id ?? 0, more: values[1]?.calculated_id ?? 0 };
}
const setBoth = (id: number, data: object[], values?: object[]) =>
  fixture.ask("setAnswerFields", { params: { id }, body: { data, ...(values && { values }) } });

test("calculated values that are mapped are kept as texts show them, with the answers or alone", async () => {
  const { id, how, share, more } = await valued();
  const fields = [
    { calculated_id: share, field: "Share of mark" },
    { calculated_id: more, field: "" },
  ];
  expect((await setBoth(id, [{ question_id: how, field: "last" }], fields)).status).toBe(201);
  const { values } = await fixture.must<AnswerFields>(200, "answerFields", { params: { id } });
  expect(values).toEqual([
    { calculated_id: share, name: "share", field: "share_of_mark" },
    { calculated_id: more, name: "more", field: "" },
  ]);
  // Whoever sends no values leaves them as they are.
  expect((await setBoth(id, [])).body.values).toEqual(values);
  fixture.sms.fields.length = 0;
  await fixture.work();
  await fixture.reply(msisdn, "1");
  await fixture.reply(msisdn, "10");
  const job = (await fixture.queued("survey.fields")).rows.at(-1) as { session_id: number };
  await fixture.saveFields(job.session_id);
  expect(fixture.sms.fields).toEqual([{ group_id: 1, msisdn, fields: { share_of_mark: "3.33" } }]);
});

test("a value without a number changes no field", async () => {
  const { id } = await instance(async ({ uuid, nps }) => {
    const data = [{ name: "none", expression: `1 / ({${nps}} - 9)` }];
    await fixture.must(201, "setCalculated", { params: { uuid }, body: { data } });
    await fixture.must(201, "publishSurvey", { params: { uuid } });
  });
  const { values } = await fixture.must<AnswerFields>(200, "answerFields", { params: { id } });
  await setBoth(id, [], [{ calculated_id: values[0]?.calculated_id, field: "none" }]);
  const before = (await fixture.queued("survey.fields")).rows.length;
  await fixture.work();
  await fixture.reply(msisdn, "1");
  await fixture.reply(msisdn, "9");
  expect((await fixture.queued("survey.fields")).rows).toHaveLength(before);
});

test("a field belongs to one question or value, and a value is of the survey of the instance", async () => {
  const { id, how, share, more } = await valued();
  const both = [
    { calculated_id: share, field: "mark" },
    { calculated_id: more, field: "Mark" },
  ];
  expect((await setBoth(id, [], both)).body.errors).toEqual({ "values.1.field": ["Another value has this field."] });
  const asked = [{ question_id: how, field: "mark" }];
  expect((await setBoth(id, asked, both.slice(0, 1))).body.errors).toEqual({
    "values.0.field": ["Another question has this field."],
  });
  await setBoth(id, [], both.slice(0, 1));
  // The value that was left out has the field still.
  expect((await setBoth(id, asked)).body.errors).toEqual({ "data.0.field": ["Another value has this field."] });
  expect((await setBoth(id, [], [{ calculated_id: 987_654, field: "x" }])).body.errors).toEqual({
    "values.0.calculated_id": ["There is no such value."],
  });
  expect((await setBoth(id, [], [both[0], { ...both[0], field: "" }] as object[])).body.errors).toEqual({
    "values.1.calculated_id": ["This value is named twice."],
  });
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
