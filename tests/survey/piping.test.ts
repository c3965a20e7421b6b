import { afterAll, beforeAll, expect, test } from "vitest";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { WebSession } from "../../services/survey/contract.respond";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

/** A published survey: what was bought, then a question and an ending that show it. */
async function purchase() {
  const { uuid } = await fixture.create();
  const product = await fixture.question(uuid, { type: "single", name: "Product", text: "What did you buy?" }, [
    "Tea",
    "Roasted coffee beans",
  ]);
  const many = await fixture.question(uuid, { type: "number", text: "How many {{product}}?" });
  const ending = `Enjoy {{${many.id}}} {{product}}!`;
  await fixture.must(201, "translateSurvey", { params: { uuid }, body: { language: "en", ending } });
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  return { uuid, link: link ?? "", product, many };
}

test("on the web a later question and the ending show what was answered, and the transcript has what was shown", async () => {
  const { uuid, link, product, many } = await purchase();
  const begun = await fixture.begin(link);
  const next = await fixture.answer(begun, { question: product.id, choices: [product.options[1]?.id] });
  expect(next.question?.text).toEqual({ en: "How many Roasted coffee beans?" });
  // Whoever answers is told nothing of how questions are named.
  expect(next.question?.name).toBe("");
  const done = await fixture.answer(begun, { question: many.id, text: "3" });
  expect(done.ending).toBe("Enjoy 3 Roasted coffee beans!");
  const { body } = await fixture.ask("responses", { query: {}, body: { survey: uuid } });
  const [{ id }] = body.data as [{ id: number }];
  const { turns } = await fixture.must<{ turns: { text: string }[] }>(200, "response", { params: { uuid, id } });
  expect(turns.map(({ text }) => text)).toContain("How many Roasted coffee beans?");
});

test("an answer that is changed changes what is shown", async () => {
  const { link, product } = await purchase();
  const begun = await fixture.begin(link);
  await fixture.answer(begun, { question: product.id, choices: [product.options[1]?.id] });
  const changed = await fixture.answer(begun, { question: product.id, choices: [product.options[0]?.id] });
  expect(changed.question?.text).toEqual({ en: "How many Tea?" });
});

test("by SMS the same texts are sent, and the estimate takes the longest choice", async () => {
  const { uuid } = await purchase();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: uuid, name: "November" },
  });
  const msisdn = "+254711000291";
  fixture.sms.groups.set(1, [{ msisdn, name: "Amina", fields: {}, opted_out: false }]);
  const form = { name: "November", language: "en", sender: "SAVANNA", group_id: 1 };
  const ready = await fixture.must<SurveyInstanceDetail>(201, "updateInstance", { params: { id }, body: form });
  expect(ready.texts[1]).toMatchObject({ text: "How many {{product}}?", parts: 1 });
  await fixture.must(201, "dispatchInstance", {
    params: { id },
    body: { most_cents: ready.estimate?.most_cents ?? 0 },
  });
  await fixture.work();
  await fixture.reply(msisdn, "2");
  await fixture.reply(msisdn, "3");
  expect(fixture.sms.sent.filter(({ to }) => to === msisdn).map(({ text }) => text)).toEqual([
    "What did you buy?\nReply\n1 Tea\n2 Roasted coffee beans\nSTOP to end.",
    "How many Roasted coffee beans?",
    "Enjoy 3 Roasted coffee beans!",
  ]);
});

test("a name is one question's of a survey, in small letters, and stays where a change says nothing of it", async () => {
  const { uuid, product, many } = await purchase();
  expect((await fixture.load(uuid)).questions[0]?.name).toBe("product");
  const form = { type: "number", text: "How many?" };
  const rename = (name: string) => fixture.ask("updateQuestion", { params: { id: many.id }, body: { ...form, name } });
  expect((await rename("PRODUCT")).body.errors).toEqual({ name: ["Another question has this reference."] });
  expect((await rename("1st")).body.errors).toHaveProperty("name");
  expect((await rename("many")).status).toBe(201);
  await fixture.must(201, "updateQuestion", { params: { id: many.id }, body: form });
  expect((await fixture.load(uuid)).questions[1]?.name).toBe("many");
  const twice = { survey: uuid, type: "text", text: "Which?", name: "product" };
  expect((await fixture.ask("createQuestion", { body: twice })).body.errors).toHaveProperty("name");
  // Another survey may use it, and the same question keeps it.
  const other = await fixture.create();
  await fixture.question(other.uuid, { type: "text", text: "Which?", name: "product" });
  await fixture.must(201, "updateQuestion", {
    params: { id: product.id },
    body: { type: "single", text: "What did you buy?", name: "product" },
  });
});

test("a reference to a later question keeps a survey from being published", async () => {
  const { uuid } = await fixture.create();
  await fixture.question(uuid, { type: "text", text: "Hello {{name}}" });
  await fixture.question(uuid, { type: "text", name: "name", text: "What is your name?" });
  const refused = await fixture.ask("publishSurvey", { params: { uuid } });
  expect(refused.body.errors).toEqual({
    form: ["Question 1: {{name}} is the answer to question 2, which is asked later."],
  });
});

test("a copy refers to its own questions", async () => {
  const { uuid, many } = await purchase();
  const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid } });
  const [, copied] = copy.questions;
  expect(copied?.id).not.toBe(many.id);
  expect(copy.ending).toEqual({ en: `Enjoy {{${copied?.id}}} {{product}}!` });
  expect(copy.findings).toEqual([]);
});

test("a version that was published before questions had names is asked as it was", async () => {
  const { uuid, link, how, poor } = await fixture.delivery();
  await fixture.rows(`update survey.versions v set graph = jsonb_set(graph, '{questions}',
      (select jsonb_agg(q - 'name' order by at) from jsonb_array_elements(graph->'questions') with ordinality as x (q, at)))
    where survey_id = (select id from survey.surveys where uuid = '${uuid}')`);
  const begun = await fixture.begin(link);
  const first = await fixture.must<WebSession>(200, "webSession", { params: begun, query: {} }, "");
  expect(first.question?.id).toBe(how);
  expect((await fixture.answer(begun, { question: how, choices: [poor] })).question?.type).toBe("text");
  const statistics = await fixture.ask("statistics", { query: { state: "all" }, body: { survey: uuid } });
  expect(statistics.status).toBe(200);
});
