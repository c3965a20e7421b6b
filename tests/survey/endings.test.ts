import { afterAll, beforeAll, expect, test } from "vitest";
import type { Codebook, CodedResponse } from "../../services/survey/contract.analysis";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyResponse } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const setTexts = (uuid: string, data: object[]) => fixture.ask("setEndTexts", { params: { uuid }, body: { data } });
const setValues = (uuid: string, data: object[]) => fixture.ask("setCalculated", { params: { uuid }, body: { data } });

/** A draft: two numbers and a choice, a value of the numbers, and two end texts. */
async function shopping() {
  const { uuid } = await fixture.create({ languages: ["en", "sw"] });
  const food = await fixture.question(uuid, { type: "number", name: "food", text: "Food?" });
  const drinks = await fixture.question(uuid, { type: "number", name: "drinks", text: "Drinks?" });
  const where = await fixture.question(uuid, { type: "single", name: "place", text: "Where?" }, ["Market", "Shop"]);
  const named = await setValues(uuid, [{ name: "Spent", expression: `{food} + {${drinks.id}}` }]);
  const [spent] = (named.body as unknown as SurveyDetail).calculated as [SurveyDetail["calculated"][number]];
  const set = await setTexts(uuid, [
    ...[
      { outcome: "completed", calculated: spent.id, operand: "is at least", value: "100", text: "{{spent}} is a lot." },
      { outcome: "completed", asked: where.id, operand: "equals", value: String(where.options[0]?.id), text: "Fresh!" },
    ],
  ]);
  return { uuid, food, drinks, where, spent, set: set.body as unknown as SurveyDetail };
}

async function publish(uuid: string): Promise<string> {
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  return link ?? "";
}

test("on the web the end text of what was answered is said, and the value is kept with the response", async () => {
  const { uuid, food, drinks, where, spent } = await shopping();
  const begun = await fixture.begin(await publish(uuid));
  await fixture.answer(begun, { question: food.id, text: "80" });
  await fixture.answer(begun, { question: drinks.id, text: "30.5" });
  const done = await fixture.answer(begun, { question: where.id, choices: [where.options[0]?.id] });
  expect(done.ending).toBe("110.5 is a lot.");
  const { body } = await fixture.ask("responses", { query: {}, body: { survey: uuid } });
  const [one] = body.data as [{ id: number; calculated: object }];
  expect(one.calculated).toEqual({ [spent.id]: 110.5 });
  const response = await fixture.must<SurveyResponse>(200, "response", { params: { uuid, id: one.id } });
  expect(response.values).toEqual([{ name: "spent", number: 110.5 }]);

  const other = await fixture.begin(await publish(uuid));
  await fixture.answer(other, { question: food.id, text: "8" });
  await fixture.answer(other, { question: drinks.id, text: "3" });
  const cheap = await fixture.answer(other, { question: where.id, choices: [where.options[0]?.id] });
  expect(cheap.ending).toBe("Fresh!");
});

test("calculated values of every version are in the codebook and in the responses with codes", async () => {
  const { uuid, food, drinks, spent } = await shopping();
  const first = await fixture.begin(await publish(uuid));
  await fixture.answer(first, { question: food.id, text: "80" });
  await fixture.answer(first, { question: drinks.id, text: "30.5" });
  // The next version has another value in its place.
  await setTexts(uuid, []);
  await setValues(uuid, [{ name: "share", expression: "{food} / 3" }]);
  const second = await fixture.begin(await publish(uuid));
  await fixture.answer(second, { question: food.id, text: "1" });
  const { variables } = await fixture.must<Codebook>(200, "codebook", { params: { uuid } });
  expect(variables.slice(-2)).toMatchObject([
    { name: "share", label: "Calculated: {food} / 3", type: "number", decimals: 6 },
    { name: "spent", label: `Calculated: ${spent.expression}`, missing: [{ label: "No value" }] },
  ]);
  const { data } = await fixture.must<{ data: CodedResponse[] }>(200, "codedResponses", {
    ...{ query: { state: "all" }, body: { survey: uuid } },
  });
  const none = variables.at(-1)?.missing[0]?.value;
  expect(data.map(({ values }) => [values.share, values.spent])).toEqual([
    [0.333333, none],
    [none, 110.5],
  ]);
  for (const { values } of data) expect(Object.keys(values)).toEqual(variables.map(({ name }) => name));
});

test("by SMS the end text is sent in the language of the run, and web hooks are told of the value", async () => {
  await fixture.rows(`insert into events.webhooks (customer_account, url, events, created_by)
    values ('100001', 'https://shop.example/hook', '{survey.completed}', 'Wanjiru')`);
  const { uuid, set, where } = await shopping();
  const texts = set.end_texts.map(({ id }, at) => ({ id, text: at === 0 ? "{{spent}} ni nyingi." : "" }));
  const questions = set.questions.map(({ id }) => ({ id, text: `Swali ${id}` }));
  const choices = where.options.map(({ id }) => ({ id, text: `Jibu ${id}` }));
  await fixture.must(201, "translateSurvey", {
    params: { uuid },
    body: { language: "sw", questions, choices, end_texts: texts },
  });
  await publish(uuid);
  const msisdn = "+254711000301";
  fixture.sms.groups.set(1, [{ msisdn, name: "Amina", fields: {}, opted_out: false }]);
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: uuid, name: "November" },
  });
  const form = { name: "November", language: "sw", sender: "SAVANNA", group_id: 1 };
  const ready = await fixture.must<SurveyInstanceDetail>(201, "updateInstance", { params: { id }, body: form });
  await fixture.must(201, "dispatchInstance", {
    params: { id },
    body: { most_cents: ready.estimate?.most_cents },
  });
  await fixture.work();
  for (const text of ["90", "20", "1"]) await fixture.reply(msisdn, text);
  expect(fixture.sms.sent.at(-1)).toMatchObject({ to: msisdn, text: "110 ni nyingi.", expects: false });
  const told = await fixture.rows<{ payload: object }>(
    "select payload from events.webhook_deliveries order by id desc limit 1",
  );
  expect(told[0]?.payload).toMatchObject({ calculated: [{ name: "spent", value: 110 }] });
});

test("a copy has end texts and values of its own", async () => {
  const { uuid } = await shopping();
  const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid } });
  const [value] = copy.calculated;
  expect(value).toMatchObject({ name: "spent", expression: `{food} + {${copy.questions[1]?.id}}` });
  expect(copy.end_texts).toMatchObject([
    { calculated: value?.id, text: { en: "{{spent}} is a lot." } },
    { asked: copy.questions[2]?.id, value: String(copy.questions[2]?.options[0]?.id) },
  ]);
  expect(copy.findings.filter(({ level }) => level === "fault")).toEqual([]);
});

test("a condition goes by a value, and is refused for one of another survey", async () => {
  const { uuid, drinks, spent } = await shopping();
  const other = await shopping();
  const body = { question_id: drinks.id, operand: "is more than", value: "50" };
  const refused = await fixture.ask("createCondition", { body: { ...body, calculated: other.spent.id } });
  expect(refused).toMatchObject({ status: 422, body: { errors: { calculated: ["There is no such value."] } } });
  await fixture.must(201, "createCondition", { body: { ...body, calculated: spent.id } });
  const begun = await fixture.begin(await publish(uuid));
  await fixture.answer(begun, { question: drinks.id - 1, text: "40" });
  const ended = await fixture.answer(begun, { question: drinks.id, text: "40" });
  expect(ended.question).toBeNull();
});

test("what can't be read is refused at its place, and names mean one thing", async () => {
  const { uuid, spent } = await shopping();
  const refused = await setValues(uuid, [
    { id: spent.id, name: "spent", expression: "{food} +" },
    { name: "spent", expression: "{nobody}" },
    { name: "food", expression: "1" },
  ]);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    "data.0.expression": ["At character 9: A number, or a name in braces, is missing here."],
    "data.1.name": ["Another value has this name."],
    "data.1.expression": ["At character 1: {nobody} names no question and no value."],
    "data.2.name": ["A question has this reference."],
  });
  const taken = await fixture.ask("createQuestion", {
    body: { survey: uuid, type: "text", name: "spent", text: "Why?" },
  });
  expect(taken.body.errors).toEqual({ name: ["A calculated value has this name."] });
  const text = { outcome: "completed", operand: "equals", value: "1", text: "Well." };
  expect((await setTexts(uuid, [text])).body.errors).toEqual({ "data.0.value": ["Choose what to compare."] });
});

test("texts keep their other languages when they are moved, and what is left out is deleted", async () => {
  const { uuid, set } = await shopping();
  const [first, second] = set.end_texts as [SurveyDetail["end_texts"][number], SurveyDetail["end_texts"][number]];
  await fixture.must(201, "translateSurvey", {
    params: { uuid },
    body: { language: "sw", end_texts: [{ id: second.id, text: "Safi!" }] },
  });
  const sent = ({ text, ...one }: typeof first) => ({ ...one, text: text.en });
  const moved = await setTexts(uuid, [sent(second), sent(first)]);
  expect((moved.body as unknown as SurveyDetail).end_texts).toMatchObject([
    { id: second.id, text: { en: "Fresh!", sw: "Safi!" } },
    { id: first.id },
  ]);
  const left = await setTexts(uuid, [sent(first)]);
  expect((left.body as unknown as SurveyDetail).end_texts).toMatchObject([{ id: first.id }]);
});

test("a session keeps the texts of the version that it began with", async () => {
  const { uuid, food, drinks, where } = await shopping();
  const begun = await fixture.begin(await publish(uuid));
  await setTexts(uuid, []);
  await publish(uuid);
  await fixture.answer(begun, { question: food.id, text: "100" });
  await fixture.answer(begun, { question: drinks.id, text: "0" });
  const done = await fixture.answer(begun, { question: where.id, choices: [where.options[1]?.id] });
  expect(done.ending).toBe("100 is a lot.");
});
