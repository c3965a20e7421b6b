import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomerEvents } from "../../services/kit/contract.customer";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyStatistics } from "../../services/survey/contract.responses";
import type { DryRuns } from "../../services/survey/contract.tries";
import { recountSurvey } from "../../services/survey/responses/fold";
import { type SurveyFixture, savanna, surveyFixture, type Token } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.sms.fields.length = 0;
  fixture.sms.refuses = "";
  fixture.sms.optedOut.clear();
  fixture.whatsapp.sent.length = 0;
  fixture.whatsapp.open.clear();
  fixture.whatsapp.allowed = true;
  await fixture.rows("delete from survey.runs");
  await fixture.rows("delete from survey.sessions");
});

const phone = "+254711000901";
let groups = 900;

/** A run that was not started, without people to ask. */
async function prepared(more: object = {}) {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "November" },
  });
  const form = { name: "November", language: "en", sender: "SAVANNA" };
  await fixture.must(201, "updateInstance", { params: { id }, body: { ...form, ...more } });
  return { ...made, id };
}
async function send(id: number, to: string = phone, token: Token = "researcher") {
  const answer = await fixture.ask("sendDryRun", { params: { id }, body: { phone: to } }, token);
  await fixture.deliver();
  return answer;
}
/** A dry run that was answered to its end: poor, why, a mark. */
async function tried(more: object = {}) {
  const made = await prepared(more);
  expect((await send(made.id)).status).toBe(201);
  await answer();
  return made;
}
async function answer() {
  for (const text of ["Poor", "It came late", "many", "2"]) await fixture.reply(phone, text);
}
const load = (id: number) => fixture.must<DryRuns>(200, "dryRuns", { params: { id } });
const run = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
const statistics = (uuid: string, query: object = {}) =>
  fixture.must<SurveyStatistics>(200, "statistics", { query, body: { survey: uuid } });
const saidTo = (to: string) => fixture.sms.sent.filter((one) => one.to === to).map(({ text }) => text);
async function newest(): Promise<number> {
  const [found] = await fixture.rows<{ id: number }>("select max(id)::int as id from survey.sessions");
  return found?.id ?? 0;
}
function group(...msisdns: string[]): number {
  groups++;
  fixture.sms.groups.set(
    groups,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  return groups;
}
/** Asks the people of a group with the run. */
async function start(id: number, ...msisdns: string[]) {
  const form = { name: "November", language: "en", sender: "SAVANNA", group_id: group(...msisdns) };
  await fixture.must(201, "updateInstance", { params: { id }, body: form });
  const { estimate } = await run(id);
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents } });
  await fixture.work();
}

test("the survey is asked on one phone at once, outside the hours of the run too, and answered as any other", async () => {
  const { id } = await prepared({ from: "03:00", until: "03:01", days: [7] });
  expect((await run(id)).faults).toEqual(["Choose a contact group."]);
  expect(await load(id)).toMatchObject({ ready: true, faults: [], least_cents: 80, latest: null });
  // As people write it.
  expect((await send(id, " 0711 000 901 ")).status).toBe(201);
  expect(saidTo(phone)).toEqual([expect.stringContaining("How was it?")]);
  expect((await load(id)).latest).toMatchObject({ msisdn: phone, disposition: "contacted", open: true, reason: "" });
  await answer();
  expect(saidTo(phone).at(-1)).toContain("Thank you");
  const { latest } = await load(id);
  expect(latest).toMatchObject({ disposition: "completed", open: false });
  expect(latest?.turns.map(({ incoming, understood }) => [incoming, understood])).toEqual(
    [false, true, false, true, false, true, false, true, false].map((incoming, at) => [incoming, at !== 5]),
  );
});

test("no result has it: counts, statistics, lists, cross-tabs, words, coded responses, versions and the customer", async () => {
  const { uuid, how, why, nps } = await tried();
  const id = await newest();
  const body = { survey: uuid };
  for (const query of [{ state: "all" }, { state: "all", choice: 0 }, { state: "all", stopped: 0 }])
    expect(await statistics(uuid, query)).toMatchObject({ sessions: 0, counted: 0, by_channel: [], runs: [] });
  const { questions } = await statistics(uuid, { state: "all" });
  expect(questions.map(({ answered, stopped, unmatched }) => ({ answered, stopped, unmatched }))).toEqual(
    Array(3).fill({ answered: 0, stopped: 0, unmatched: [] }),
  );
  expect((await fixture.ask("responses", { query: { state: "all" }, body })).body.data).toEqual([]);
  expect((await fixture.ask("response", { params: { uuid, id } })).status).toBe(404);
  expect((await fixture.ask("responseEdits", { params: { uuid, id } })).status).toBe(404);
  expect((await fixture.ask("deleteResponse", { params: { uuid, id }, query: {} })).status).toBe(404);
  const axes = { rows: String(how), columns: String(nps), state: "all" };
  const cross = await fixture.must<{ table: object | null }>(200, "crosstab", { query: axes, body });
  expect(cross.table).not.toBeNull();
  expect(JSON.stringify(cross.table)).not.toMatch(/"(count|total)":[1-9]/);
  expect((await fixture.ask("surveyWords", { query: { question: why, state: "all" }, body })).body).toMatchObject({
    read: 0,
  });
  expect((await fixture.ask("codedResponses", { query: { state: "all" }, body })).body.data).toEqual([]);
  expect((await fixture.ask("surveyVersions", { params: { uuid } })).body.data).toMatchObject([{ open: 0, ended: 0 }]);
  const history = await fixture.must<CustomerEvents>(200, "customerEvents", { query: { phones: phone } });
  expect(history.data).toEqual([]);
  expect((await fixture.load(uuid)).responses_count).toBe(0);
});

test("kept counts are those of a full count, while a dry run goes on and when it is deleted", async () => {
  const made = await prepared();
  const wrong = () => recountSurvey(fixture.database, { account: savanna, survey: made.uuid });
  await send(made.id);
  expect(await wrong()).toBe(0);
  await answer();
  expect(await wrong()).toBe(0);
  await fixture.rows("delete from survey.sessions");
  expect(await wrong()).toBe(0);
  const [count] = await fixture.rows<{ count: number }>(`select count(*)::int as count from survey.tally_changes c
    join survey.surveys s on s.id = c.survey_id where s.uuid = '${made.uuid}'`);
  expect(count).toEqual({ count: 0 });
});

test("a dry run fills no limit of an answer, and none is full for it", async () => {
  const { how, poor, id } = await prepared();
  const mine = `conditions @> '[{"question": ${how}}]'`;
  const taken = () => fixture.rows<{ taken: number }>(`select taken from survey.quotas where ${mine}`);
  await send(id);
  await answer();
  await fixture.must(201, "setQuota", { body: { choice_id: poor, max_count: 1 } });
  expect(await taken()).toEqual([{ taken: 0 }]);
  await send(id);
  await answer();
  expect(await taken()).toEqual([{ taken: 0 }]);
  await fixture.rows(`update survey.quotas set taken = 1 where ${mine}`);
  await send(id);
  await answer();
  expect((await load(id)).latest?.disposition).toBe("completed");
});

test("it opens no ticket, tells no web hook and keeps nothing in contact fields", async () => {
  const { uuid, id, how, nps } = await prepared();
  await fixture.must(201, "setTicketRule", { params: { uuid }, body: { question_id: nps, at_most: 6 } });
  await fixture.must(201, "setAnswerFields", { params: { id }, body: { data: [{ question_id: how, field: "last" }] } });
  await fixture.rows(`insert into events.webhooks (customer_account, url, events, created_by)
    values ('${savanna}', 'https://shop.example/hook', '{survey.completed,survey.partial}', 'Wanjiru')`);
  const before = [await fixture.queued("survey.ticket"), await fixture.queued("survey.fields")];
  await send(id);
  await answer();
  expect((await load(id)).latest?.disposition).toBe("completed");
  expect([await fixture.queued("survey.ticket"), await fixture.queued("survey.fields")]).toEqual(before);
  expect(await fixture.rows("select event from events.webhook_deliveries")).toEqual([]);
  await fixture.rows("delete from events.webhooks");
});

test("the run counts no one by it and asks the same number later", async () => {
  const { id, uuid } = await tried();
  expect(await run(id)).toMatchObject({ completed_count: 0, by_disposition: [], by_channel: [], joined_count: 0 });
  fixture.sms.sent.length = 0;
  await start(id, phone);
  expect(saidTo(phone)).toEqual([expect.stringContaining("How was it?")]);
  expect((await run(id)).by_disposition).toEqual([{ disposition: "contacted", count: 1 }]);
  await answer();
  expect((await statistics(uuid)).counted).toBe(1);
  await fixture.work();
  expect((await run(id)).status).toBe("done");
});

test("an open dry run ends when the run asks its number, or another dry run does", async () => {
  const { id } = await prepared();
  await send(id);
  const first = await newest();
  await send(id);
  const second = await newest();
  expect(second).toBeGreaterThan(first);
  await start(id, phone);
  const open = await fixture.rows<{ id: number; dry_run: boolean }>(
    "select id::int as id, dry_run from survey.sessions where ended_at is null",
  );
  expect(open).toEqual([{ id: expect.any(Number), dry_run: false }]);
  await fixture.reply(phone, "Good");
  expect((await run(id)).by_disposition).toEqual([{ disposition: "started", count: 1 }]);
});

test("a run under way is over without its dry run, and reminds no one of it", async () => {
  const { id } = await prepared();
  await send(id);
  await start(id, "+254711000902");
  fixture.sms.sent.length = 0;
  await fixture.rows("update survey.sessions set active_at = now() - interval '30 hours' where dry_run");
  await fixture.work();
  expect(saidTo(phone)).toEqual([]);
  await fixture.reply("+254711000902", "STOP", { stop: true });
  await fixture.work();
  expect((await run(id)).status).toBe("done");
});

test("a number that can't be asked is told at the field, and nothing is sent", async () => {
  const { id } = await prepared();
  for (const wrong of ["", "12", "+999000"]) {
    const { status, body } = await send(id, wrong);
    expect({ status, phone: body.errors?.phone?.length }).toEqual({ status: 422, phone: 1 });
  }
  fixture.sms.optedOut.add(phone);
  expect((await send(id)).body.errors?.phone).toEqual(["This number has opted out of messages."]);
  fixture.sms.optedOut.clear();
  const other = await prepared();
  await start(other.id, phone);
  fixture.sms.sent.length = 0;
  expect((await send(id)).body.errors?.phone).toEqual([expect.stringContaining("asked a survey right now")]);
  expect(fixture.sms.sent).toEqual([]);
});

test("it needs a sender, a survey that is published and a run that was not started; what is unpublished is not asked", async () => {
  const bare = await prepared({ sender: "" });
  expect((await load(bare.id)).faults).toEqual(["Choose a sender ID."]);
  expect((await send(bare.id)).body.message).toContain("Choose a sender ID.");
  const { id, uuid, how } = await prepared();
  await fixture.must(201, "updateQuestion", { params: { id: how }, body: { type: "single", text: "Something else?" } });
  await send(id);
  expect(saidTo(phone)).toEqual([expect.stringContaining("How was it?")]);
  await start(id, "+254711000903");
  expect((await send(id)).status).toBe(409);
  expect((await load(id)).ready).toBe(false);
  await fixture.must(201, "closeSurvey", { params: { uuid } });
  expect((await fixture.ask("sendDryRun", { params: { id }, body: { phone } }, "nobody")).status).toBe(403);
  expect((await fixture.ask("sendDryRun", { params: { id }, body: { phone } }, "other")).status).toBe(404);
  expect((await fixture.ask("dryRuns", { params: { id } }, "other")).status).toBe(404);
});

test("what can't be sent is said, and pauses no run", async () => {
  const { id } = await prepared();
  fixture.sms.refuses = "Your account has not enough money.";
  await send(id);
  expect((await load(id)).latest).toMatchObject({ open: false, reason: "Your account has not enough money." });
  expect(await run(id)).toMatchObject({ status: "pending", trouble: "" });
});

test("an account sends at most 20 in 24 hours", async () => {
  const { id } = await prepared();
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await send(id, `+2547110009${10 + n}`)).status);
  expect(statuses).toEqual([...Array(20).fill(201), 409]);
  await fixture.rows("update survey.sessions set begun_at = begun_at - interval '25 hours'");
  expect((await send(id)).status).toBe(201);
});

test("on WhatsApp it goes to a phone that wrote to the number, free of charge; others are told so", async () => {
  const { id } = await prepared({ channel_id: "whatsapp", sender: "", number_id: 7 });
  expect((await send(id)).body.errors?.phone).toEqual([expect.stringContaining("Send a WhatsApp message")]);
  fixture.whatsapp.open.add(phone);
  fixture.whatsapp.allowed = false;
  expect((await send(id)).status).toBe(403);
  fixture.whatsapp.allowed = true;
  expect((await send(id)).status).toBe(201);
  expect(fixture.whatsapp.sent.at(-1)?.form?.buttons?.map(({ title }) => title)).toEqual(["Good", "Poor"]);
  expect(await load(id)).toMatchObject({ most_cents: 0, latest: { disposition: "contacted", turns: [{}] } });
});

test("an export and an erasure of a person's data have it", async () => {
  const { id } = await tried();
  const body = { msisdn: phone, email: null };
  expect(JSON.stringify(await fixture.must<object>(200, "personData", { body }, "service"))).toContain("It came late");
  await fixture.ask("erasePerson", { body }, "service");
  expect(await fixture.rows("select 1 from survey.turns")).toEqual([]);
  expect((await load(id)).latest).toBeNull();
});
