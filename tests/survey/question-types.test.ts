import { afterAll, beforeAll, expect, test } from "vitest";
import type { Interview } from "../../services/survey/contract.interviews";
import type { SurveyResponse, SurveyStatistics } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const publish = (uuid: string) => fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
const statistics = (uuid: string) => fixture.must<SurveyStatistics>(200, "statistics", { body: { survey: uuid } });

/** A published survey with a ranking, a phone number and a place. */
async function allTyped() {
  const { uuid } = await fixture.create();
  const rank = await fixture.question(uuid, { type: "rank", text: "What matters?" }, ["Price", "Taste", "Service"]);
  const phone = await fixture.question(uuid, { type: "phone", text: "Your number?" });
  const place = await fixture.question(uuid, { type: "location", text: "Where are you?" });
  const { link } = await publish(uuid);
  const ids = rank.options.map(({ id }) => id) as [number, number, number];
  return { uuid, link: link ?? "", rank: rank.id, phone: phone.id, place: place.id, ids };
}

async function withMatrix() {
  const { uuid } = await fixture.create();
  const { id } = await fixture.question(uuid, { type: "matrix", text: "How was it?" }, ["Good", "Poor"]);
  for (const text of ["Price", "Taste"])
    await fixture.must(201, "createChoice", { body: { question_id: id, text, role: "row" } });
  const { link, questions } = await publish(uuid);
  const [good = 0, poor = 0, price = 0, taste = 0] = questions.flatMap(({ options }) => options.map((one) => one.id));
  return { uuid, link: link ?? "", id, good, poor, price, taste };
}

test("a ranking, a phone number and a place are answered on the web, and refused where they are wrong", async () => {
  const survey = await allTyped();
  const [price, taste, service] = survey.ids;
  const begun = await fixture.begin(survey.link);
  const refused = async (body: object) =>
    (await fixture.ask("answerWebQuestion", { params: begun, body }, "")).body.errors?.answer?.[0];
  expect(await refused({ question: survey.rank, choices: [taste, 0, service] })).toMatch(/^Some are missing/);
  expect(await refused({ question: survey.rank, choices: [taste, taste, service] })).toMatch(/there twice/);
  expect(await refused({ question: survey.rank, choices: [] })).toMatch(/^Some are missing/);
  await fixture.answer(begun, { question: survey.rank, choices: [taste, price, service] });
  expect(await refused({ question: survey.phone, text: "soon" })).toMatch(/phone number/);
  expect(await refused({ question: survey.phone, text: "+44 999" })).toMatch(/phone number/);
  await fixture.answer(begun, { question: survey.phone, text: "0722 000 001" });
  await fixture.answer(begun, { question: survey.place, text: "-1.26, 36.8" });
  const other = await fixture.begin(survey.link);
  await fixture.answer(other, { question: survey.rank, choices: [taste, service, price] });
  await fixture.answer(other, { question: survey.phone, text: "+44 7911 123456" });
  await fixture.answer(other, { question: survey.place, text: "Kibra" });

  const { questions } = await statistics(survey.uuid);
  expect(questions[0]?.ranks).toEqual([
    { label: "Taste", choice: taste, ranked: 2, mean: 1, first: 2 },
    { label: "Price", choice: price, ranked: 2, mean: 2.5, first: 0 },
    { label: "Service", choice: service, ranked: 2, mean: 2.5, first: 0 },
  ]);
  expect(questions[1]).toMatchObject({
    answered: 2,
    texts: [{ text: "+447911123456" }, { text: "+254722000001" }],
  });
  expect(questions[2]).toMatchObject({ answered: 2, texts: [{ text: "Kibra" }, { text: "-1.26, 36.8" }] });
  const listed = await fixture.must<{ data: SurveyResponse[] }>(200, "responses", { body: { survey: survey.uuid } });
  expect(listed.data[1]?.answers[String(survey.rank)]).toBe("1. Taste, 2. Price, 3. Service");
});

test("what was ranked before is shown in its order", async () => {
  const survey = await allTyped();
  const [price, taste, service] = survey.ids;
  const begun = await fixture.begin(survey.link);
  await fixture.answer(begun, { question: survey.rank, choices: [service, price, taste] });
  const shown = await fixture.must(200, "webSession", { params: begun, query: { question: survey.rank } }, "");
  expect(shown).toMatchObject({ answered: [service, price, taste].join(",") });
});

test("a survey by SMS takes an order, a number and a place, and an erasure removes what tells whose they are", async () => {
  const survey = await allTyped();
  const msisdn = "+254722000071";
  fixture.sms.groups.set(71, [{ msisdn, name: "Amina", fields: {}, opted_out: false }]);
  const form = { name: "Typed", language: "en", sender: "SAVANNA", group_id: 71 };
  const { id } = await fixture.must<{ id: number }>(201, "createInstance", {
    body: { survey: survey.uuid, name: form.name },
  });
  await fixture.must(201, "updateInstance", { params: { id }, body: form });
  const { estimate } = await fixture.must<{ estimate: { most_cents: number } }>(200, "instance", { params: { id } });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate.most_cents } });
  await fixture.work();
  expect(fixture.sms.sent.at(-1)?.text).toContain("Reply with the numbers in your order, such as 2,1,3");
  await fixture.reply(msisdn, "2,2,1");
  expect(fixture.sms.sent.at(-1)?.text).toMatch(/^One of them is there twice/);
  await fixture.reply(msisdn, "312");
  await fixture.reply(msisdn, "0722000001");
  await fixture.reply(msisdn, "Location: Kibra\nhttps://maps.google.com/?q=-1.31,36.79");
  const kept = () =>
    fixture.rows<{ kind: string }>(`select a.answer->>'kind' as kind from survey.answers a
      join survey.sessions s on s.id = a.session_id where s.survey_id =
      (select id from survey.surveys where uuid = '${survey.uuid}') order by a.question_id`);
  expect((await kept()).map(({ kind }) => kind)).toEqual(["ranking", "phone", "place"]);
  const { questions } = await statistics(survey.uuid);
  expect(questions[2]?.texts[0]?.text).toBe("Kibra");
  await fixture.must(200, "erasePerson", { body: { msisdn, email: null } }, "service");
  expect((await kept()).map(({ kind }) => kind)).toEqual(["ranking"]);
});

test("a matrix is answered on the web and in interviews, with figures for each row; a run by SMS names it", async () => {
  const { uuid, link, id, good, poor, price } = await withMatrix();
  const begun = await fixture.begin(link);
  const half = await fixture.ask(
    "answerWebQuestion",
    { params: begun, body: { question: id, choices: [good, 0] } },
    "",
  );
  expect(half.body.errors?.answer).toEqual(["Please choose an answer for each row."]);
  await fixture.answer(begun, { question: id, choices: [good, poor] });
  const { id: interview } = await fixture.must<{ id: number }>(201, "beginInterview", {
    params: { uuid },
    body: { language: "en" },
  });
  const asked = { params: { id: interview }, body: { question: id, choices: [good, good] } };
  expect((await fixture.must<Interview>(201, "answerInterview", asked)).disposition).toBe("completed");
  const { questions } = await statistics(uuid);
  expect(questions[0]?.rows?.[0]).toEqual({
    ...{ label: "Price", row: price, answered: 2 },
    shares: [
      { label: "Good", choice: good, count: 2 },
      { label: "Poor", choice: poor, count: 0 },
    ],
  });
  expect(questions[0]?.rows?.[1]?.shares.map(({ count }) => count)).toEqual([1, 1]);
  const run = await fixture.must<{ id: number }>(201, "createInstance", { body: { survey: uuid, name: "Run" } });
  const { faults } = await fixture.must<{ faults: string[] }>(200, "instance", { params: { id: run.id } });
  expect(faults).toContain("Question 1 is a matrix, which can only be asked on the web and in interviews.");
});

test("a copy has the rows, and a condition on a ranking looks at the copied choice", async () => {
  const survey = await allTyped();
  await fixture.must(201, "createCondition", {
    body: { question_id: survey.rank, operand: "equals", value: String(survey.ids[0]), target: survey.place },
  });
  const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid: survey.uuid } });
  const [question] = copy.questions;
  expect(question?.condition[0]?.value).toBe(String(question?.options[0]?.id));
  const matrix = await withMatrix();
  const other = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid: matrix.uuid } });
  expect(other.questions[0]?.options.map(({ role }) => role)).toEqual(["normal", "normal", "row", "row"]);
});

test("only chosen answers have a limit", async () => {
  const survey = await allTyped();
  const refused = await fixture.ask("setQuota", { body: { choice_id: survey.ids[0], max_count: 5 } });
  expect(refused).toMatchObject({ status: 422, body: { message: "Only one or several choices can have a limit." } });
});
