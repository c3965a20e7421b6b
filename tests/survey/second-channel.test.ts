import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { WebSession } from "../../services/survey/contract.respond";
import type { SurveyResponse } from "../../services/survey/contract.responses";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.sms.ended.length = 0;
  fixture.hours.open = true;
  fixture.whatsapp.sent.length = 0;
  fixture.whatsapp.open.clear();
  fixture.whatsapp.outcome = "sent";
  await fixture.rows("delete from survey.runs");
  await fixture.rows("delete from survey.sessions");
});

const amina = "+254711000901";
let groups = 900;
let wamids = 0;
const load = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });

/** A run that was started, with the questions that it asks. */
async function started(form: object, msisdns: readonly string[] = [amina]) {
  const made = await fixture.delivery();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "November" },
  });
  fixture.sms.groups.set(
    ++groups,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  const body = { name: "November", language: "en", sender: "SAVANNA", group_id: groups, ...form };
  await fixture.must(201, "updateInstance", { params: { id }, body });
  const { estimate, faults } = await load(id);
  expect(faults).toEqual([]);
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents } });
  await fixture.work();
  return { ...made, id, estimate };
}
const toWhatsapp = { fallback: "whatsapp", number_id: 7, template_id: 8, reminders: 1, reminder_hours: 24 };
const toSms = { channel_id: "whatsapp", number_id: 7, template_id: 8, fallback: "sms", reminders: 0 };

/** No one wrote for so long, and the run is looked at again. */
async function wait(hours: number): Promise<void> {
  await fixture.rows(`update survey.sessions set active_at = active_at - interval '${hours} hours'`);
  await fixture.work();
}
async function write(text: string, more: object = {}): Promise<void> {
  fixture.whatsapp.open.add(amina);
  const provider_id = `wamid.second.${++wamids}`;
  const body = { number_id: 7, msisdn: amina, provider_id, at: Date.now(), text, stop: text === "STOP", ...more };
  await fixture.must(201, "takeWhatsapp", { body }, "service");
  await fixture.deliver();
}
async function onlyResponse(uuid: string): Promise<SurveyResponse> {
  const { body } = await fixture.ask("responses", { query: { state: "all" }, body: { survey: uuid } });
  expect(body.data).toHaveLength(1);
  const [{ id } = { id: 0 }] = body.data as { id: number }[];
  return fixture.must<SurveyResponse>(200, "response", { params: { uuid, id } });
}

test("who does not answer by SMS is asked the same question on WhatsApp, in the same session with the answers so far", async () => {
  const { id, uuid } = await started(toWhatsapp);
  await fixture.reply(amina, "2");
  expect(fixture.sms.sent.at(-1)?.text).toBe("What went wrong?");
  await wait(25);
  // The reminder.
  expect(fixture.sms.sent).toHaveLength(3);
  expect(fixture.whatsapp.sent).toEqual([]);
  await wait(23);
  expect(fixture.whatsapp.sent).toEqual([]);
  await wait(2);
  expect(fixture.whatsapp.sent).toMatchObject([{ to: amina, template_id: 8 }]);
  expect(fixture.sms.sent).toHaveLength(3);
  await write("Yes");
  expect(fixture.whatsapp.sent.at(-1)?.form?.text).toContain("What went wrong?");
  await write("It came late");
  await write("9");
  const response = await onlyResponse(uuid);
  expect(response).toMatchObject({ channel: "sms", last_channel: "whatsapp", disposition: "completed" });
  expect(Object.values(response.answers)).toEqual(["Poor", "It came late", "9"]);
  expect((await load(id)).by_channel).toEqual([{ begun: "sms", last: "whatsapp", count: 1 }]);
  await wait(200);
  expect((await load(id)).status).toBe("done");
});

test("a late answer by SMS counts after the move, is an answer to the question, and the survey goes on by SMS", async () => {
  const { uuid } = await started({ ...toWhatsapp, reminders: 0 });
  await wait(25);
  expect(fixture.whatsapp.sent).toMatchObject([{ template_id: 8 }]);
  await fixture.reply(amina, "2");
  expect(fixture.sms.sent.at(-1)?.text).toContain("What went wrong?");
  expect(await onlyResponse(uuid)).toMatchObject({ channel: "sms", last_channel: "sms", disposition: "started" });
  // It moves once: after more silence the session ends.
  await wait(30);
  expect(fixture.whatsapp.sent).toHaveLength(1);
  await wait(80);
  expect((await onlyResponse(uuid)).disposition).toBe("breakoff");
});

test("from WhatsApp to SMS: the question is put by SMS, and an answer there is taken", async () => {
  const { uuid } = await started(toSms);
  expect(fixture.whatsapp.sent).toHaveLength(1);
  await wait(25);
  expect(fixture.sms.sent.at(-1)?.text).toContain("How was it?");
  await fixture.reply(amina, "1");
  await fixture.reply(amina, "9");
  expect(await onlyResponse(uuid)).toMatchObject({
    ...{ channel: "whatsapp", last_channel: "sms", disposition: "completed" },
  });
});

test("who has no WhatsApp is asked by SMS at once, and not counted as not reached", async () => {
  fixture.whatsapp.outcome = "refused";
  const { id } = await started(toSms);
  expect(fixture.sms.sent).toEqual([]);
  await fixture.work();
  expect(fixture.sms.sent.map(({ to }) => to)).toEqual([amina]);
  expect((await load(id)).by_disposition).toEqual([{ disposition: "contacted", count: 1 }]);
});

test("silence ends a session only after the second channel, and STOP on it ends everything", async () => {
  const { id } = await started({ ...toWhatsapp, reminders: 0, expiry_hours: 24 });
  // It is night when the time has come: nothing is sent, and no one is called silent.
  await fixture.rows("update survey.sessions set active_at = now() - interval '60 hours'");
  await fixture.work(new Date("2026-11-25T20:00:00Z"));
  expect(fixture.whatsapp.sent).toEqual([]);
  expect((await load(id)).by_disposition).toEqual([{ disposition: "contacted", count: 1 }]);
  await fixture.work();
  expect(fixture.whatsapp.sent).toHaveLength(1);
  await write("STOP");
  expect((await load(id)).by_disposition).toEqual([{ disposition: "refused", count: 1 }]);
  await wait(100);
  expect([fixture.sms.sent.length, fixture.whatsapp.sent.length]).toEqual([1, 1]);
});

test("the link that is sent by SMS goes on with the same session on the web", async () => {
  const { uuid, link, why, nps } = await started({ fallback: "web", reminders: 0 });
  await fixture.reply(amina, "2");
  await wait(25);
  const text = fixture.sms.sent.at(-1)?.text ?? "";
  const secret = new RegExp(`https://app\\.test/respond/${link}/(\\S+)`).exec(text)?.[1] ?? "";
  expect(secret).toHaveLength(24);
  const params = { link, session: secret };
  const shown = await fixture.must<WebSession>(200, "webSession", { params, query: {} }, "");
  expect(shown.question?.id).toBe(why);
  await fixture.answer(params, { question: why, text: "It came late", choices: [] });
  // Once there, no SMS is sent any more.
  await wait(30);
  expect(fixture.sms.sent.at(-1)?.text).toBe(text);
  await fixture.answer(params, { question: nps, text: "9", choices: [] });
  const response = await onlyResponse(uuid);
  expect(response).toMatchObject({ channel: "sms", last_channel: "web", disposition: "completed", msisdn: amina });
  expect(Object.values(response.answers)).toEqual(["Poor", "It came late", "9"]);
  // Who reads the transcript can't answer in the person's place.
  expect(JSON.stringify(response.turns)).not.toContain(secret);
});

test("cost, reservation and what is in the way take the second channel in", async () => {
  const { id, estimate } = await started(toWhatsapp);
  // A template of 1.20 to open, and one for the reminder.
  expect(estimate).toMatchObject({ templates_cents: 240, least_cents: 80 });
  expect(estimate?.most_cents).toBeGreaterThan(240 + 160);
  expect(fixture.money.holds.get(`survey:${id}`)).toMatchObject({ cents: estimate?.most_cents });
  const most = estimate?.most_cents ?? 0;
  expect(await load(id)).toMatchObject({ held_cents: most, sms_held_cents: most - 240 });
  const made = await fixture.delivery();
  const next = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "December" },
  });
  const save = (more: object) =>
    fixture.ask("updateInstance", {
      params: { id: next.id },
      body: { name: "December", language: "en", group_id: groups, sender: "SAVANNA", ...more },
    });
  expect((await save({ fallback: "sms" })).body.errors).toHaveProperty("fallback");
  expect((await save({ fallback: "whatsapp" })).status).toBe(201);
  expect((await load(next.id)).faults).toEqual([
    "Choose a WhatsApp number.",
    "Choose a template that opens the survey.",
  ]);
  await save({ channel_id: "whatsapp", number_id: 7, template_id: 8, fallback: "web", sender: "" });
  expect((await load(next.id)).faults).toEqual(["Choose a sender ID."]);
});

test("what falls on a blocked day waits: Friday 17:00 and 3 hours is Monday 09:00", async () => {
  await started({ days: [1, 2, 3, 4, 5], from: "09:00", until: "18:00", reminders: 1, reminder_hours: 3 });
  expect(fixture.sms.sent).toHaveLength(1);
  await fixture.rows("update survey.sessions set active_at = now() - interval '3 hours 1 minute'");
  // Nairobi is three hours ahead: Friday 20:00, Saturday and Sunday noon, Monday 08:59 and 09:00.
  for (const at of ["2026-11-27T17:00", "2026-11-28T09:00", "2026-11-29T09:00", "2026-11-30T05:59"]) {
    await fixture.work(new Date(`${at}:00Z`));
    expect(fixture.sms.sent).toHaveLength(1);
  }
  await fixture.work(new Date("2026-11-30T06:00:00Z"));
  expect(fixture.sms.sent).toHaveLength(2);
});

test("a run that keeps business hours asks no one while they are closed, as on a holiday", async () => {
  fixture.hours.open = false;
  const { id } = await started({ calendar_id: 5 });
  expect(await load(id)).toMatchObject({ calendar_name: "Office hours", waiting_count: 1 });
  fixture.hours.open = true;
  await fixture.work();
  expect(fixture.sms.sent).toHaveLength(1);
  const made = await fixture.delivery();
  const next = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "December" },
  });
  const body = { name: "December", language: "en", calendar_id: 6, days: [] };
  expect((await fixture.ask("updateInstance", { params: { id: next.id }, body })).body.errors).toHaveProperty("days");
  const refused = await fixture.ask("updateInstance", { params: { id: next.id }, body: { ...body, days: [1] } });
  expect(refused.body.errors).toHaveProperty("calendar_id");
});

test("no more first questions leave in a minute than the run allows", async () => {
  const many = Array.from({ length: 5 }, (_, n) => `+25471100092${n}`);
  const { id } = await started({ per_minute: 2 }, many);
  await fixture.work();
  expect(fixture.sms.sent).toHaveLength(2);
  await fixture.rows("update survey.sessions set begun_at = begun_at - interval '61 seconds'");
  await fixture.work();
  await fixture.work();
  expect(fixture.sms.sent).toHaveLength(4);
  expect((await load(id)).waiting_count).toBe(1);
});

test("of several SMS that are delivered three times in whatever order each is one answer", async () => {
  for (let round = 0; round < 6; round++) {
    const msisdn = `+25471100093${round}`;
    const { uuid } = await started({}, [msisdn]);
    const before = fixture.sms.sent.length;
    // Each of them is a choice, a text or a mark: which is which is decided by the order in which they come.
    const ids = [1, 2, 3].map((n) => 90_000 + round * 10 + n);
    const deliveries = [...ids, ...ids, ...ids].map((inbox, place) => ({ inbox, by: (place * 7 + round * 3) % 9 }));
    for (const { inbox } of deliveries.sort((a, b) => a.by - b.by)) await fixture.reply(msisdn, "2", { inbox });
    expect(fixture.sms.sent.length - before).toBe(ids.length);
    const response = await onlyResponse(uuid);
    expect(response.disposition).toBe("completed");
    expect(response.turns.filter(({ incoming }) => incoming)).toHaveLength(ids.length);
  }
});
