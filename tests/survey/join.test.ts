import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.clock.now = new Date("2026-11-25T09:00:00Z");
  await fixture.rows("delete from survey.runs");
  await fixture.rows("delete from survey.instances");
  await fixture.rows("delete from survey.sessions");
});

const amina = "+254711000401";
const otieno = "+254711000402";
const wanjiru = "+254711000403";
const keywords = [
  { language: "en", word: "join" },
  { language: "sw", word: "Jiunge!" },
];
const form = { name: "November", language: "en", sender: "SAVANNA", keywords, max_joiners: 2 };
const change = (id: number, body: object) => fixture.ask("updateInstance", { params: { id }, body });
const load = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
const saidTo = (msisdn: string) => fixture.sms.sent.filter(({ to }) => to === msisdn).map(({ text }) => text);

/** A published survey of one question in two languages, and a run of it with these keywords. */
async function prepared(more: object = {}) {
  const { uuid } = await fixture.create({ languages: ["en", "sw"] });
  const { id: question } = await fixture.question(uuid, { type: "nps", text: "Would you recommend us?" });
  const texts = { language: "sw", questions: [{ id: question, text: "Utatupendekeza?" }] };
  await fixture.must(201, "translateSurvey", { params: { uuid }, body: texts });
  await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: uuid, name: "November" },
  });
  const changed = await change(id, { ...form, ...more });
  expect(changed.body.errors).toBeUndefined();
  return { uuid, id };
}

async function start(id: number) {
  const { estimate } = await load(id);
  return fixture.ask("dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents ?? 0 } });
}

async function started(more: object = {}) {
  const run = await prepared(more);
  expect((await start(run.id)).status).toBe(201);
  return run;
}

test("whoever sends the keyword gets the first question in its language, and answers like the others", async () => {
  const { id } = await started();
  await fixture.keyword(amina, " join. ");
  await fixture.keyword(otieno, "JIUNGE");
  await fixture.work();
  expect(saidTo(amina)).toEqual([expect.stringContaining("Would you recommend us?")]);
  expect(saidTo(otieno)).toEqual([expect.stringContaining("Utatupendekeza?")]);
  await fixture.reply(otieno, "9");
  expect(saidTo(otieno).at(-1)).toContain("Asante");
  expect(await load(id)).toMatchObject({ joined_count: 2, completed_count: 1, status: "running" });
});

test("the same person again gets the question that is due, and after the end is told so", async () => {
  await started();
  await fixture.keyword(amina, "join");
  await fixture.work();
  await fixture.keyword(amina, "JOIN");
  expect(saidTo(amina)).toHaveLength(2);
  expect(saidTo(amina)[1]).toContain("Would you recommend us?");
  await fixture.reply(amina, "9");
  await fixture.keyword(amina, "join");
  await fixture.work();
  expect(saidTo(amina).slice(2)).toEqual([
    expect.stringContaining("Thank you"),
    "You have answered this survey already. Thank you.",
  ]);
});

test("where the run allows it a person joins again, and counts as another joiner", async () => {
  const { id } = await started({ join_again: true });
  for (const _ of [1, 2]) {
    await fixture.keyword(amina, "join");
    await fixture.work();
    await fixture.reply(amina, "9");
  }
  expect(await load(id)).toMatchObject({ joined_count: 2, completed_count: 2 });
  await fixture.keyword(amina, "join");
  expect(saidTo(amina).at(-1)).toBe("This survey has enough people. Thank you.");
});

test("no more join than the run takes, also of several at once", async () => {
  const { id } = await started();
  await Promise.all([amina, otieno, wanjiru].map((msisdn) => fixture.reply(msisdn, "join", { join: true })));
  await fixture.sendJoinAnswers();
  await fixture.work();
  expect((await load(id)).joined_count).toBe(2);
  const texts = [amina, otieno, wanjiru].map((msisdn) => saidTo(msisdn).join());
  expect(texts.filter((text) => text.includes("Would you recommend us?"))).toHaveLength(2);
  expect(texts.filter((text) => text === "This survey has enough people. Thank you.")).toHaveLength(1);
});

test("a message that is handed on three times is one person more, and one question", async () => {
  const { id } = await started();
  for (const _ of [1, 2, 3]) await fixture.keyword(amina, "join", { inbox: 9_001 });
  await fixture.work();
  for (const _ of [1, 2, 3]) await fixture.keyword(amina, "join", { inbox: 9_001 });
  await fixture.work();
  expect((await load(id)).joined_count).toBe(1);
  expect(saidTo(amina)).toHaveLength(1);
});

test("outside the hours of the run the first question is promised, and comes with them", async () => {
  await started();
  fixture.clock.now = new Date("2026-11-25T20:00:00Z");
  await fixture.keyword(otieno, "jiunge");
  expect(saidTo(otieno)).toEqual(["Asante. Utapata swali la kwanza kati ya saa 09:00 na 18:00."]);
  await fixture.work(fixture.clock.now);
  expect(saidTo(otieno)).toHaveLength(1);
  await fixture.work(new Date("2026-11-26T07:00:00Z"));
  expect(saidTo(otieno)[1]).toContain("Utatupendekeza?");
});

test("before the start and after the end there is a short answer, and a word that is no run's is not answered", async () => {
  const { id } = await prepared();
  await fixture.keyword(amina, "join");
  expect(saidTo(amina)).toEqual(["This survey has not begun yet. Please try again later."]);
  expect((await start(id)).status).toBe(201);
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  await fixture.keyword(otieno, "jiunge");
  expect(saidTo(otieno)).toEqual(["Maswali haya yamekwisha. Asante."]);
  await fixture.keyword(wanjiru, "coffee");
  expect(saidTo(wanjiru)).toEqual([]);
});

test("STOP wins: who opts out while waiting is not asked", async () => {
  await started();
  await fixture.keyword(amina, "join");
  await fixture.reply(amina, "STOP", { stop: true });
  await fixture.work();
  expect(saidTo(amina)).toEqual([]);
});

test("who answers another survey is told that this one follows, and it does", async () => {
  const other = await started({ keywords: [{ language: "en", word: "TEA" }] });
  await started();
  await fixture.keyword(amina, "tea");
  await fixture.work();
  await fixture.keyword(amina, "join");
  expect(fixture.sms.sent.at(-1)).toMatchObject({
    text: "Thank you. This survey begins when you have finished the one that you are answering now.",
    expects: true,
  });
  await fixture.work();
  expect(saidTo(amina)).toHaveLength(2);
  await fixture.reply(amina, "9");
  await fixture.work();
  expect(saidTo(amina).at(-1)).toContain("Would you recommend us?");
  expect((await load(other.id)).completed_count).toBe(1);
});

test("a keyword is one run's at a sender ID, and free again when it is closed", async () => {
  const first = await started();
  const second = await prepared();
  expect((await load(second.id)).faults).toEqual([
    "Another run has the keyword JIUNGE now. Choose another one, or close that run.",
    "Another run has the keyword JOIN now. Choose another one, or close that run.",
  ]);
  expect((await start(second.id)).status).toBe(422);
  // What the page did not see the index does.
  await expect(fixture.rows(`update survey.keywords set open = true where instance_id = ${second.id}`)).rejects.toThrow(
    /keywords_open/,
  );
  await fixture.must(201, "moveInstance", { params: { id: first.id }, body: { move: "close" } });
  expect((await start(second.id)).status).toBe(201);
  await fixture.keyword(amina, "join");
  await fixture.work();
  expect((await load(second.id)).joined_count).toBe(1);
});

test("a run with a keyword needs no contact group, costs at most what all who may join do, and stays open", async () => {
  const { id } = await prepared({ max_joiners: 100 });
  const ready = await load(id);
  expect(ready).toMatchObject({ faults: [], estimate: { recipients: 0, joiners: 100, least_parts: 0 } });
  expect(ready.estimate?.most_parts).toBeGreaterThanOrEqual(200);
  expect((await start(id)).status).toBe(201);
  await fixture.work();
  expect((await load(id)).status).toBe("running");
});

test("it is over when as many joined as may, and none of them is asked any more", async () => {
  const { id } = await started({ max_joiners: 1 });
  await fixture.keyword(amina, "join");
  await fixture.work();
  await fixture.reply(amina, "9");
  await fixture.work();
  expect((await load(id)).status).toBe("done");
});

test("what can't be a keyword is refused at its field", async () => {
  const { id } = await prepared();
  const errors = async (body: object) => (await change(id, { ...form, ...body })).body.errors;
  expect(await errors({ keywords: [{ language: "en", word: "stop" }] })).toEqual({
    "keywords.0.word": ["STOP means that someone wants no more messages."],
  });
  expect(await errors({ max_joiners: null })).toEqual({ max_joiners: ["Enter how many people may join."] });
  expect(await errors({ keywords: [] })).toHaveProperty("max_joiners");
  expect(await errors({ sender: "" })).toHaveProperty("sender");
  const twice = [
    { language: "en", word: "JOIN" },
    { language: "sw", word: "j-o-i-n" },
  ];
  expect(await errors({ keywords: twice })).toEqual({ keyword_sw: ["Another language has this keyword."] });
});

test("messaging is told of the words, also of those of runs that are over", async () => {
  const { id } = await started();
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  expect((await fixture.queued("survey.words")).rows.length).toBeGreaterThan(0);
  await fixture.sendWords();
  expect(fixture.sms.words).toEqual([
    { sender: "SAVANNA", word: "JIUNGE" },
    { sender: "SAVANNA", word: "JOIN" },
  ]);
});

test("two machines do not answer each other for ever", async () => {
  await prepared();
  for (let at = 0; at < 9; at++) await fixture.keyword(amina, "join");
  expect(saidTo(amina)).toHaveLength(5);
});

test("people of a contact group are asked in the language of their record, and the cost counts it", async () => {
  const person = (msisdn: string, fields: object) => ({ msisdn, name: "Amina", fields, opted_out: false });
  fixture.sms.groups.set(71, [
    person(amina, { language: "Kiswahili" }),
    person(otieno, { language: "French" }),
    person(wanjiru, {}),
  ]);
  await started({ keywords: [], max_joiners: null, group_id: 71 });
  await fixture.work();
  expect(saidTo(amina)[0]).toContain("Utatupendekeza?");
  expect(saidTo(otieno)[0]).toContain("Would you recommend us?");
  expect(saidTo(wanjiru)[0]).toContain("Would you recommend us?");
  await fixture.reply(amina, "9");
  expect(saidTo(amina).at(-1)).toContain("Asante");
});

test("an erasure takes out the keywords that a person sent", async () => {
  await started();
  await fixture.keyword(amina, "join");
  const whom = { msisdn: amina, email: "" };
  await fixture.must(200, "erasePerson", { body: whom }, "service");
  expect(await fixture.rows(`select 1 from survey.joins where msisdn = '${amina}'`)).toEqual([]);
});
