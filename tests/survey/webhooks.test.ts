import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeEach(async () => {
  await fixture?.close();
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const listen = (...events: string[]) =>
  fixture.rows(`insert into events.webhooks (customer_account, url, events, created_by)
    values ('100001', 'https://shop.example/hook', '{${events.join(",")}}', 'Wanjiru')`);
const told = () =>
  fixture.rows<{ event: string; payload: object }>("select event, payload from events.webhook_deliveries order by id");
const newest = async () =>
  (await fixture.rows<{ id: number }>("select max(id)::int as id from survey.sessions"))[0]?.id ?? 0;

/** A survey by SMS to one person, who was asked. */
async function sendBySms() {
  const survey = await fixture.delivery();
  fixture.sms.groups.set(1, [{ msisdn: "+254722000001", name: "Amina", fields: {}, opted_out: false }]);
  const form = { name: "November", language: "en", sender: "SAVANNA", group_id: 1 };
  const { id } = await fixture.must<{ id: number }>(201, "createInstance", {
    body: { survey: survey.uuid, name: form.name },
  });
  await fixture.must(201, "updateInstance", { params: { id }, body: form });
  const { estimate } = await fixture.must<{ estimate: { most_cents: number } }>(200, "instance", { params: { id } });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate.most_cents } });
  await fixture.work();
  return survey;
}

describe("web hooks of surveys", () => {
  test("are told of the half, of a changed answer and of the end, with every answer that counts", async () => {
    await listen("survey.completed", "survey.partial", "survey.edited");
    const { uuid, link, how, why, nps, good, poor } = await fixture.delivery();
    const begun = await fixture.begin(link);
    await fixture.answer(begun, { question: how, choices: [poor] });
    expect(await told()).toEqual([]);
    await fixture.answer(begun, { question: why, text: "Late" });
    await fixture.answer(begun, { question: why, text: "Very late" });
    await fixture.answer(begun, { question: nps, text: "3" });
    const response = await newest();
    const [half, edited, end] = await told();
    expect(half).toMatchObject({
      event: "survey.partial",
      payload: {
        response,
        survey: uuid,
        disposition: "interim partial",
        answers: [{ text: "Poor" }, { text: "Late" }],
      },
    });
    expect(edited).toMatchObject({
      event: "survey.edited",
      payload: { changed: why, answers: [{}, { text: "Very late" }] },
    });
    expect(end).toMatchObject({
      event: "survey.completed",
      payload: {
        ...{ response, channel: "web", phone: null, disposition: "completed" },
        answers: [
          { question: how, type: "single", asked: "How was it?", text: "Poor", value: [poor] },
          { question: why, value: "Very late" },
          { question: nps, text: "3", value: 3 },
        ],
      },
    });
    expect(good).not.toBe(poor);
  });

  test("are told once of a person who stops after an answer, and not of one who answers nothing", async () => {
    await listen("survey.partial");
    await sendBySms();
    await fixture.reply("+254722000001", "2");
    await fixture.reply("+254722000001", "STOP", { stop: true });
    expect(await told()).toMatchObject([
      {
        event: "survey.partial",
        payload: {
          phone: "+254722000001",
          name: "Amina",
          channel: "sms",
          disposition: "breakoff",
          answers: [{ text: "Poor" }],
        },
      },
    ]);
  });

  test("are told of nothing when no one answered before STOP", async () => {
    await listen("survey.partial", "survey.completed");
    await sendBySms();
    await fixture.reply("+254722000001", "STOP", { stop: true });
    expect(await told()).toEqual([]);
  });

  test("hear of a deleted response, and its answers leave the log", async () => {
    await listen("survey.completed", "survey.deleted");
    const { uuid, link, how, nps, good } = await fixture.delivery();
    for (const mark of ["9", "10"]) {
      const begun = await fixture.begin(link);
      await fixture.answer(begun, { question: how, choices: [good] });
      await fixture.answer(begun, { question: nps, text: mark });
    }
    const id = await newest();
    await fixture.must(201, "deleteResponse", { params: { uuid, id }, query: { reason: "A test" } });
    expect(await told()).toMatchObject([
      { event: "survey.completed", payload: { response: id - 1 } },
      { event: "survey.deleted", payload: { survey: uuid, responses: [id] } },
    ]);
    await fixture.must(201, "deleteSurvey", { params: { uuid } });
    expect((await told()).at(-1)).toMatchObject({ event: "survey.deleted", payload: { responses: [id - 1] } });
    expect((await told()).filter(({ event }) => event === "survey.completed")).toEqual([]);
  });

  test("what they were told of a person goes with an erasure", async () => {
    await listen("survey.completed");
    await sendBySms();
    await fixture.reply("+254722000001", "1");
    await fixture.reply("+254722000001", "9");
    expect(await told()).toHaveLength(1);
    await fixture.must(200, "erasePerson", { body: { msisdn: "+254722000001", email: "" } }, "service");
    expect(await told()).toEqual([]);
  });
});
