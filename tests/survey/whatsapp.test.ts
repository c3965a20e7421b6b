import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyResponse } from "../../services/survey/contract.responses";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.sms.expected.length = 0;
  fixture.sms.ended.length = 0;
  Object.assign(fixture.whatsapp, { outcome: "sent", allowed: true });
  fixture.whatsapp.sent.length = 0;
  fixture.whatsapp.open.clear();
  fixture.money.available = 1_000_000;
  await fixture.rows("delete from survey.runs");
  await fixture.rows("delete from survey.sessions");
});

const amina = "+254711000701";
const form = { name: "November", channel_id: "whatsapp", language: "en", number_id: 7, template_id: 8 };
let groups = 700;
let wamids = 0;

async function prepared(msisdns: readonly string[], more: object = {}) {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "November", channel_id: "whatsapp" },
  });
  groups++;
  fixture.sms.groups.set(
    groups,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  await fixture.must(201, "updateInstance", { params: { id }, body: { ...form, group_id: groups, ...more } });
  return { ...made, id };
}
const load = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
async function started(msisdns: readonly string[], more: object = {}) {
  const made = await prepared(msisdns, more);
  const { estimate } = await load(made.id);
  await fixture.must(201, "dispatchInstance", { params: { id: made.id }, body: { most_cents: estimate?.most_cents } });
  await fixture.work();
  return made;
}

/** The person writes on WhatsApp, which opens the reply window. */
async function write(msisdn: string, text: string, more: object = {}) {
  wamids++;
  fixture.whatsapp.open.add(msisdn);
  const body = {
    ...{ number_id: 7, msisdn, provider_id: `wamid.in.${wamids}`, at: Date.now(), text, stop: text === "STOP" },
    ...more,
  };
  const answer = await fixture.must<{ taken: boolean; fetch_file: boolean }>(201, "takeWhatsapp", { body }, "service");
  await fixture.deliver();
  return answer;
}
const last = () => fixture.whatsapp.sent.at(-1);
const dispositions = async (id: number) =>
  Object.fromEntries((await load(id)).by_disposition.map(({ disposition, count }) => [disposition, count]));
async function onlyResponse(uuid: string) {
  const { body } = await fixture.ask("responses", { query: { state: "all" }, body: { survey: uuid } });
  const [{ id } = { id: 0 }] = body.data as { id: number }[];
  return fixture.must<SurveyResponse>(200, "response", { params: { uuid, id } });
}

test("a template opens where the window is closed; then taps and typed words are answers", async () => {
  const { id, uuid, how } = await started([amina]);
  expect(fixture.whatsapp.sent).toEqual([
    { to: amina, message_id: expect.stringMatching(/^s\.\d+\.1$/), template_id: 8 },
  ]);
  expect(await dispositions(id)).toEqual({ contacted: 1 });
  await write(amina, "Yes please");
  expect(last()?.form?.buttons?.map(({ title }) => title)).toEqual(["Good", "Poor"]);
  const poor = last()?.form?.buttons?.[1];
  await write(amina, "Poor", { tap: poor?.id });
  expect(last()?.form?.text).toBe("What went wrong?");
  await write(amina, "It came late");
  await write(amina, "many");
  expect(last()?.form?.text).toMatch(/number/);
  await write(amina, " ten.");
  expect(last()?.form?.text).toContain("Thank you");
  expect(await dispositions(id)).toEqual({ completed: 1 });
  const response = await onlyResponse(uuid);
  expect(response).toMatchObject({ channel: "whatsapp", answers: { [how]: "Poor" } });
  expect(response.turns.map(({ text }) => text).slice(0, 3)).toEqual([
    "May we ask you some questions?",
    "Yes please",
    expect.stringContaining("[Good] [Poor]"),
  ]);
});

test("in an open window the question itself opens, and costs nothing", async () => {
  fixture.whatsapp.open.add(amina);
  const { id } = await started([amina]);
  expect(last()?.form?.buttons).toHaveLength(2);
  await write(amina, "1");
  expect(last()?.form?.text).toContain("recommend us?");
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toMatchObject({ settled: 0, released: 240 });
});

test("the cost of every template is held, what was taken is charged, and the rest comes back", async () => {
  const msisdns = ["+254711000711", "+254711000712", "+254711000713"];
  const { id } = await prepared(msisdns, { reminders: 0 });
  expect((await load(id)).estimate).toMatchObject({ recipients: 3, least_cents: 0, most_cents: 360 });
  const dispatch = () => fixture.ask("dispatchInstance", { params: { id }, body: { most_cents: 360 } });
  fixture.money.available = 100;
  const refused = await dispatch();
  expect(refused).toMatchObject({ status: 422, body: { message: "Top up first." } });
  expect(await load(id)).toMatchObject({ status: "pending", held_cents: 0 });
  fixture.money.available = 1_000;
  expect((await dispatch()).status).toBe(201);
  expect((await dispatch()).status).toBe(409);
  fixture.whatsapp.open.add(msisdns[0] ?? "");
  await fixture.work();
  expect(fixture.whatsapp.sent.filter(({ template_id }) => template_id)).toHaveLength(2);
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  // News of the last templates may still come.
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toMatchObject({ settled: 0, released: 0 });
  await fixture.rows("update survey.messages set tried_at = now() - interval '2 minutes'");
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toEqual({ cents: 360, settled: 240, released: 120 });
  expect(await load(id)).toMatchObject({ settled_cents: 240 });
});

test("what was spent stays spent when a person is erased, and a survey with money reserved is not deleted", async () => {
  const { id, uuid } = await started([amina], { reminders: 0 });
  // As an erasure does.
  await fixture.rows("delete from survey.messages");
  expect(await fixture.ask("deleteSurvey", { params: { uuid } })).toMatchObject({ status: 409 });
  await fixture.work();
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toEqual({ cents: 120, settled: 0, released: 0 });
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toEqual({ cents: 120, settled: 120, released: 0 });
  expect((await fixture.ask("deleteSurvey", { params: { uuid } })).status).toBe(201);
});

test("a template that does not arrive ends its session and costs nothing", async () => {
  const { id } = await started([amina], { reminders: 0 });
  const body = { message_id: last()?.message_id, provider_id: "x", status: "failed", reason: "No WhatsApp" };
  await fixture.must(201, "heardWhatsapp", { body }, "service");
  await fixture.must(201, "heardWhatsapp", { body: { ...body, status: "delivered" } }, "service");
  await fixture.work();
  expect(await dispositions(id)).toEqual({ unresponsive: 1 });
  await fixture.work();
  expect(fixture.money.holds.get(`survey:${id}`)).toMatchObject({ settled: 0, released: 120 });
});

test("a message of which nothing was heard is not sent again before a quarter of an hour, and at most once", async () => {
  fixture.whatsapp.outcome = "unknown";
  const { id } = await started([amina]);
  await fixture.work();
  expect(fixture.whatsapp.sent).toHaveLength(1);
  await fixture.rows("update survey.messages set tried_at = now() - interval '20 minutes'");
  await fixture.resend();
  expect(fixture.whatsapp.sent.map(({ message_id }) => message_id.split(".")[2])).toEqual(["1", "2"]);
  // A status says that it arrived after all.
  await fixture.must(
    201,
    "heardWhatsapp",
    {
      body: { message_id: last()?.message_id, provider_id: "wamid.9", status: "delivered", reason: "" },
    },
    "service",
  );
  expect(await dispositions(id)).toEqual({ contacted: 1 });
});

test("whoever began by SMS goes on by WhatsApp with the same answers, and the other way round", async () => {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "By SMS" },
  });
  fixture.sms.groups.set(++groups, [{ msisdn: amina, name: "Amina", fields: {}, opted_out: false }]);
  const body = { name: "By SMS", language: "en", sender: "SAVANNA", group_id: groups };
  await fixture.must(201, "updateInstance", { params: { id }, body });
  const { estimate } = await load(id);
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents } });
  await fixture.work();
  await fixture.reply(amina, "2");
  expect(fixture.sms.sent.at(-1)?.text).toContain("What went wrong?");
  // The next day, on WhatsApp.
  expect(await write(amina, "It came late")).toMatchObject({ taken: true });
  expect(last()?.form?.text).toContain("recommend us?");
  expect(fixture.sms.sent).toHaveLength(2);
  // And back.
  await fixture.reply(amina, "9");
  expect(fixture.sms.sent.at(-1)?.text).toContain("Thank you");
  const response = await onlyResponse(made.uuid);
  expect(response).toMatchObject({ channel: "sms", disposition: "completed" });
  expect(Object.values(response.answers)).toEqual(["Poor", "It came late", "9"]);
});

test("who is asked on WhatsApp may answer by SMS where the run has a sender ID", async () => {
  await started([amina], { sender: "SAVANNA" });
  expect(fixture.sms.expected).toEqual([amina]);
  await fixture.reply(amina, "Ndio");
  expect(fixture.sms.sent.at(-1)?.text).toContain("How was it?");
});

test("a number has one open session: a second survey waits, on whatever channel", async () => {
  const first = await started([amina]);
  const second = await started([amina]);
  expect(fixture.whatsapp.sent).toHaveLength(1);
  expect((await load(second.id)).waiting_count).toBe(1);
  await write(amina, "STOP");
  expect(await dispositions(first.id)).toEqual({ refused: 1 });
  // STOP also takes the number out of what is to come.
  await fixture.work();
  expect(fixture.whatsapp.sent).toHaveLength(1);
  expect((await load(second.id)).waiting_count).toBe(0);
});

test("a no to the template ends the survey without a question", async () => {
  const { id } = await started([amina]);
  await write(amina, "Hapana");
  expect(await dispositions(id)).toEqual({ refused: 1 });
  expect(last()?.form?.text).toContain("won't be asked");
});

test("what is written without an open session is the inbox's, and so is what was written before it began", async () => {
  expect(await write("+254711000799", "Hello")).toEqual({ taken: false, fetch_file: false });
  await started([amina]);
  expect(await write(amina, "Hello", { at: Date.now() - 3_600_000 })).toMatchObject({ taken: false });
});

test("a photo where none is wanted is kept, and the question is put again", async () => {
  const { uuid } = await started([amina]);
  await write(amina, "Yes");
  const photo = { provider_id: "wamid.photo", file_name: "photo.jpg" };
  expect(await write(amina, "", photo)).toEqual({ taken: true, fetch_file: true });
  const file = { id: "6b1f3f6e-0f0f-4c55-9a58-0c9f6f3c1a11", name: "photo.jpg" };
  expect(await write(amina, "", { ...photo, file })).toEqual({ taken: true, fetch_file: false });
  expect(last()?.form?.text).toMatch(/answer in words/);
  expect(last()?.form?.buttons).toHaveLength(2);
  const response = await onlyResponse(uuid);
  expect(response.turns.find((turn) => turn.file)).toMatchObject({
    ...{ incoming: true, understood: false, file: { name: "photo.jpg", url: "/files/kept" } },
  });
});

test("a button of an earlier question changes nothing, and what is due is put again", async () => {
  const { how, good } = await started([amina]);
  await write(amina, "Yes");
  await write(amina, "2");
  await write(amina, "Good", { tap: `q${how}.c${good}` });
  expect(last()?.form?.text).toBe("What went wrong?");
});

test("each message that is delivered three times in whatever order is one result", async () => {
  for (let round = 0; round < 12; round++) {
    const msisdn = `+2547110008${String(round).padStart(2, "0")}`;
    const { uuid, id } = await started([msisdn]);
    const before = fixture.whatsapp.sent.length;
    // Every one of them is a choice, a text or a mark: which is which is decided by the order in which they come.
    const ids = ["a", "b", "c", "d"].map((name) => `wamid.${round}.${name}`);
    const deliveries = shuffled([...ids, ...ids, ...ids], round);
    for (const provider_id of deliveries) await write(msisdn, "2", { provider_id });
    expect(await dispositions(id)).toEqual({ completed: 1 });
    expect(fixture.whatsapp.sent.length - before).toBe(ids.length);
    const response = await onlyResponse(uuid);
    expect(response.turns.filter(({ incoming }) => incoming)).toHaveLength(ids.length);
    expect(Object.values(response.answers)).toEqual(["Poor", "2", "2"]);
  }
});

/** The same order for the same seed. */
function shuffled<T>(list: T[], seed: number): T[] {
  let state = seed + 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}

test("only who may write on WhatsApp sends on it, and only an approved template without variables opens", async () => {
  const { id } = await prepared([amina]);
  const change = (more: object) =>
    fixture.ask("updateInstance", { params: { id }, body: { ...form, group_id: groups, ...more } });
  expect((await change({ number_id: 99 })).body.errors).toHaveProperty("number_id");
  expect((await change({ template_id: 99 })).body.errors).toHaveProperty("template_id");
  expect((await change({ template_id: null })).status).toBe(201);
  expect((await load(id)).faults).toEqual(["Choose a template that opens the survey."]);
  fixture.whatsapp.allowed = false;
  expect((await change({})).status).toBe(403);
});

test("whoever writes the keyword on WhatsApp gets the question, and never a template: it costs nothing", async () => {
  const { id } = await prepared([], {
    ...{ group_id: null, template_id: null, max_joiners: 5, keywords: [{ language: "en", word: "JOIN" }] },
  });
  const ready = await load(id);
  expect(ready).toMatchObject({ faults: [], estimate: { joiners: 5, templates_cents: 0, most_cents: 0 } });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: 0 } });
  expect((await write(amina, "Join!", { provider_id: "wamid.join" })).taken).toBe(true);
  expect((await write(amina, "Join!", { provider_id: "wamid.join" })).taken).toBe(true);
  await fixture.work();
  expect(fixture.whatsapp.sent).toHaveLength(1);
  expect(last()?.form?.buttons).toHaveLength(2);
  // Again while it is open: what is due is put again.
  await write(amina, "JOIN");
  expect(fixture.whatsapp.sent).toHaveLength(2);
  expect(last()?.form?.buttons).toHaveLength(2);
  // Silent for longer than the window is open: no template is sent in its place.
  fixture.whatsapp.open.clear();
  await fixture.rows(`update survey.sessions set active_at = now() - interval '30 hours' where instance_id = ${id}`);
  await fixture.work();
  expect(fixture.whatsapp.sent).toHaveLength(2);
  expect(await load(id)).toMatchObject({ joined_count: 1 });
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
  await write("+254711000702", "join");
  await fixture.sendJoinAnswers();
  expect(last()).toMatchObject({ to: "+254711000702", form: { text: "This survey is over. Thank you." } });
  expect((await write("+254711000702", "Where is my order?")).taken).toBe(false);
});
