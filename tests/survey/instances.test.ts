import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SurveyInstanceDetail, SurveyRecipient } from "../../services/survey/contract.instances";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.sms.ended.length = 0;
  fixture.sms.refuses = "";
  await fixture.rows("delete from survey.runs");
  await fixture.rows("delete from survey.sessions");
});

const numbers = (many: number, from = 0) => Array.from({ length: many }, (_, n) => `+2547110002${10 + from + n}`);
let groups = 0;

function group(msisdns: readonly string[], optedOut: readonly string[] = []): number {
  groups++;
  fixture.sms.groups.set(
    groups,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: optedOut.includes(msisdn) })),
  );
  return groups;
}

const form = { language: "en", sender: "SAVANNA" } as const;
const change = (id: number, body: object) =>
  fixture.ask("updateInstance", { params: { id }, body: { name: "November", ...form, ...body } });
const load = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
const dispatch = (id: number, most_cents: number) =>
  fixture.ask("dispatchInstance", { params: { id }, body: { most_cents } });
const move = (id: number, name: string) => fixture.ask("moveInstance", { params: { id }, body: { move: name } });

/** A run that is started, of a survey with three questions. */
async function started(msisdns: readonly string[], more: object = {}) {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "November" },
  });
  expect((await change(id, { group_id: group(msisdns), ...more })).status).toBe(201);
  const { estimate } = await load(id);
  expect((await dispatch(id, estimate?.most_cents ?? 0)).status).toBe(201);
  return { ...made, id };
}

const saidTo = (msisdn: string) => fixture.sms.sent.filter(({ to }) => to === msisdn).map(({ text }) => text);
const dispositions = async (id: number) =>
  Object.fromEntries((await load(id)).by_disposition.map(({ disposition, count }) => [disposition, count]));

test("a run says what is in the way of its start and what it costs, and is started at the cost that was seen", async () => {
  const { uuid } = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: uuid, name: "November" },
  });
  expect((await load(id)).faults).toEqual(["Choose a sender ID.", "Choose a contact group."]);
  const wrong = await change(id, { sender: "NOBODY", group_id: 987 });
  expect(wrong.body.errors).toHaveProperty("sender");
  const [first = ""] = numbers(1);
  await change(id, { group_id: group(numbers(3), [first]) });
  const ready = await load(id);
  expect(ready).toMatchObject({ faults: [], recipients_count: 2, estimate: { recipients: 2, least_cents: 160 } });
  expect((await dispatch(id, (ready.estimate?.most_cents ?? 0) + 1)).status).toBe(409);
  expect((await dispatch(id, ready.estimate?.most_cents ?? 0)).status).toBe(201);
  expect((await dispatch(id, ready.estimate?.most_cents ?? 0)).status).toBe(409);
  expect((await change(id, { group_id: null })).status).toBe(409);
});

test("people answer as they type; the way follows the answers, and the results have them", async () => {
  const [asked = ""] = numbers(1);
  const { id, uuid } = await started([asked]);
  await fixture.work();
  expect(saidTo(asked)[0]).toContain("How was it?");
  await fixture.reply(asked, " 2.");
  expect(saidTo(asked).at(-1)).toContain("What went wrong?");
  await fixture.reply(asked, "It came late");
  await fixture.reply(asked, "many");
  expect(saidTo(asked).at(-1)).toMatch(/number/);
  await fixture.reply(asked, "ten");
  expect(saidTo(asked).at(-1)).toContain("Thank you");
  expect(fixture.sms.sent.at(-1)).toMatchObject({ expects: false });
  expect(await dispositions(id)).toEqual({ completed: 1 });
  const { body } = await fixture.ask("statistics", { query: {}, body: { survey: uuid } });
  expect(body).toMatchObject({ sessions: 1, counted: 1 });
  await fixture.work();
  expect((await load(id)).status).toBe("done");
});

test("a message that is handed on three times is one answer, and one question more", async () => {
  const [asked = ""] = numbers(1);
  await started([asked]);
  await fixture.work();
  for (let times = 0; times < 3; times++) await fixture.reply(asked, "1", { inbox: 7_001 });
  expect(saidTo(asked)).toHaveLength(2);
});

test("replies that are handed on together are taken in order, each once, and answered each once", async () => {
  const [one = "", other = ""] = numbers(2);
  const { id } = await started([one, other]);
  await fixture.work();
  const of = (msisdn: string, inbox: number, text: string) => ({ inbox, msisdn, sender: "SAVANNA", text, stop: false });
  const more = [of(other, 7_102, "2"), of(one, 7_103, "9"), of(other, 7_102, "2")];
  for (let times = 0; times < 2; times++) await fixture.reply(one, "1", { inbox: 7_101, more });
  expect(saidTo(one)).toHaveLength(3);
  expect(saidTo(other)).toHaveLength(2);
  expect(await dispositions(id)).toMatchObject({ completed: 1 });
});

test("nobody is asked outside the hours of the run, nor twice when it is looked at again", async () => {
  const asked = numbers(3);
  const { id } = await started(asked, { from: "09:00", until: "18:00" });
  await fixture.work(new Date("2026-11-25T20:00:00Z"));
  expect(fixture.sms.sent).toEqual([]);
  await fixture.work();
  await fixture.work();
  expect(fixture.sms.sent).toHaveLength(3);
  expect(await dispositions(id)).toEqual({ contacted: 3 });
});

test("STOP ends what is open and keeps the number out of runs that wait", async () => {
  const [one = "", other = ""] = numbers(2);
  const { id } = await started([one, other]);
  await fixture.work();
  const second = await started([one]);
  await fixture.work();
  // It has a survey open with the sender ID: the second one waits.
  expect(saidTo(one)).toHaveLength(1);
  await fixture.reply(one, "STOP", { stop: true });
  expect(await dispositions(id)).toEqual({ contacted: 1, refused: 1 });
  await fixture.work();
  expect(saidTo(one)).toHaveLength(1);
  expect((await load(second.id)).status).toBe("done");
});

test("a second survey of one sender ID begins when the first is over", async () => {
  const [asked = ""] = numbers(1);
  await started([asked]);
  await fixture.work();
  const { id } = await started([asked]);
  await fixture.work();
  expect(saidTo(asked)).toHaveLength(1);
  await fixture.reply(asked, "1");
  await fixture.reply(asked, "9");
  await fixture.work();
  expect(await dispositions(id)).toEqual({ contacted: 1 });
});

test("who is silent is reminded, and at last no longer expected to answer", async () => {
  const [asked = ""] = numbers(1);
  const { id } = await started([asked], { expiry_hours: 48, reminders: 1, reminder_hours: 24 });
  await fixture.work();
  const silentFor = (hours: number) =>
    fixture.rows(`update survey.sessions set active_at = now() - interval '${hours} hours' where instance_id = ${id}`);
  await silentFor(25);
  await fixture.work();
  expect(saidTo(asked)).toHaveLength(2);
  await fixture.work();
  expect(saidTo(asked)).toHaveLength(2);
  await silentFor(49);
  await fixture.work();
  expect(await dispositions(id)).toEqual({ unresponsive: 1 });
  expect(fixture.sms.ended).toEqual([asked]);
  await fixture.reply(asked, "1");
  expect(saidTo(asked)).toHaveLength(2);
});

test("what messaging refuses, for want of money, pauses the run with the reason; resumed, everybody is asked once", async () => {
  const asked = numbers(2);
  const { id } = await started(asked);
  fixture.sms.refuses = "Your balance is too low.";
  await fixture.work();
  expect(await load(id)).toMatchObject({ status: "paused", trouble: "Your balance is too low." });
  fixture.sms.refuses = "";
  expect((await move(id, "resume")).status).toBe(201);
  await fixture.deliver();
  await fixture.work();
  expect(fixture.sms.sent.map(({ to }) => to).sort()).toEqual([...asked].sort());
  expect(await dispositions(id)).toEqual({ contacted: 2 });
});

test("a run that is closed early asks nobody more, and tells whose answers are expected no longer", async () => {
  const asked = numbers(2);
  const { id } = await started(asked);
  await fixture.work();
  await fixture.reply(asked[0] ?? "", "1");
  expect((await move(id, "close")).status).toBe(201);
  expect((await load(id)).status).toBe("closed");
  expect([...fixture.sms.ended].sort()).toEqual([...asked].sort());
  expect((await move(id, "resume")).status).toBe(409);
});

test("runs and messages are of their account alone, and lists say which were started", async () => {
  const { id, uuid } = await started(numbers(1));
  await fixture.work();
  await fixture.must(201, "createInstance", { body: { survey: uuid, name: "December" } });
  const names = async (query: object, token?: "other") => {
    const { body } = await fixture.ask("instances", { query }, token);
    return (body.data as { name: string }[]).map(({ name }) => name);
  };
  expect(await names({ survey: uuid, state: "pending" })).toEqual(["December"]);
  expect(await names({ survey: uuid, state: "initiated" })).toEqual(["November"]);
  expect(await names({}, "other")).toEqual([]);
  expect((await fixture.ask("instance", { params: { id } }, "other")).status).toBe(404);
  const { body } = await fixture.ask("surveyMessages", { query: { instance: id } });
  expect(body.data).toMatchObject([{ state: "sent", instance: "November" }]);
  expect((await fixture.ask("surveyMessages", { query: {} }, "other")).body.data).toEqual([]);
});

test("a survey that is closed closes its runs, and an erasure takes a number out of contact bases", async () => {
  const [one = "", other = ""] = numbers(2, 4);
  const { id, uuid } = await started([one, other]);
  await fixture.work();
  const whom = { msisdn: other, email: "" };
  const counts = await fixture.ask("personCounts", { body: whom }, "service");
  expect(JSON.stringify(counts.body)).toContain("Contact bases of surveys");
  await fixture.ask("erasePerson", { body: whom }, "service");
  expect(await fixture.rows(`select 1 from survey.recipients where msisdn = '${other}'`)).toEqual([]);
  await fixture.must(201, "closeSurvey", { params: { uuid } });
  expect((await load(id)).status).toBe("closed");
  expect(fixture.sms.ended).toContain(one);
});

test("a pause ends no one's answers, and what was kept back is sent before anybody is called silent", async () => {
  const [asked = ""] = numbers(1, 7);
  const { id } = await started([asked], { expiry_hours: 24, reminders: 0 });
  await fixture.work();
  fixture.sms.refuses = "Your balance is too low.";
  await fixture.reply(asked, "2");
  expect((await load(id)).status).toBe("paused");
  await fixture.rows(`update survey.sessions set active_at = now() - interval '30 hours' where instance_id = ${id}`);
  await fixture.work();
  expect(await dispositions(id)).toEqual({ started: 1 });
  fixture.sms.refuses = "";
  await move(id, "resume");
  await fixture.work();
  expect(saidTo(asked).at(-1)).toContain("What went wrong?");
  await fixture.work();
  expect(await dispositions(id)).toEqual({ started: 1 });
});

test("a run is on a channel of its survey only (R112)", async () => {
  const { uuid } = await fixture.delivery();
  const form = { title: "Only a link", category: "other", languages: ["en"], channels: ["web"] };
  await fixture.must(201, "updateSurvey", { params: { uuid }, body: form });
  const made = await fixture.must<SurveyInstanceDetail>(201, "createInstance", { body: { survey: uuid, name: "N" } });
  expect((await load(made.id)).faults).toContain("The survey is not for SMS. Add SMS to its channels in its settings.");
});

test("a person of a contact base has a state, the messages and the answers, and is of the account alone", async () => {
  const [one = "", other = ""] = numbers(2, 8);
  const { id } = await started([one, other]);
  await fixture.work();
  await fixture.reply(one, "2");
  const { body } = await fixture.ask("surveyMessages", { query: { instance: id } });
  const sent = body.data as { msisdn: string; recipient_id: number }[];
  const recipient = sent.find(({ msisdn }) => msisdn === one)?.recipient_id ?? 0;
  const person = await fixture.must<SurveyRecipient>(200, "recipient", { params: { id: recipient } });
  expect(person).toMatchObject({ msisdn: one, name: "Amina", state: "asked", instance: "November", instance_id: id });
  expect(person.response?.disposition).toBe("started");
  expect(Object.values(person.response?.answers ?? {})).toEqual(["Poor"]);
  expect(person.response?.turns.map(({ text }) => text)).toEqual([
    expect.stringContaining("How was it?"),
    "2",
    "What went wrong?",
  ]);
  expect((await fixture.ask("recipient", { params: { id: recipient } }, "other")).status).toBe(404);
  expect((await fixture.ask("recipient", { params: { id: recipient } }, "nobody")).status).toBe(403);
  await fixture.ask("erasePerson", { body: { msisdn: one, email: "" } }, "service");
  expect((await fixture.ask("recipient", { params: { id: recipient } })).status).toBe(404);
});

test("a person who was not asked has no messages", async () => {
  const [one = "", other = ""] = numbers(2, 6);
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "December" },
  });
  await change(id, { group_id: group([one, other], [other]) });
  const people = await fixture.rows<{ id: number; msisdn: string }>(
    `select id, msisdn from survey.recipients where instance_id = ${id} order by msisdn`,
  );
  const loaded: SurveyRecipient[] = [];
  for (const { id: recipient } of people)
    loaded.push(await fixture.must<SurveyRecipient>(200, "recipient", { params: { id: recipient } }));
  expect(loaded).toMatchObject([
    { msisdn: one, state: "waiting", response: null },
    { msisdn: other, state: "skipped", response: null },
  ]);
});
