import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FinishedKind } from "../../rules/survey/after-records";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { SurveyResponse } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sms.sent.length = 0;
  fixture.sms.optedOut.clear();
  for (const { records, state } of Object.values(fixture.finished)) {
    records.length = 0;
    state.fails = false;
  }
  for (const table of ["runs", "instances", "sessions"]) await fixture.rows(`delete from survey.${table}`);
});

const amina = "+254711000401";
const otieno = "+254711000402";
const wanjiru = "+254711000403";
const minute = 60_000;
const form = { name: "After", language: "en", sender: "SAVANNA", max_joiners: 10, after_kind: "ticket" };
const load = (id: number) => fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
const asked = () => fixture.sms.sent.map(({ to }) => to);

async function prepared(more: object = {}) {
  const { uuid } = await fixture.create();
  await fixture.question(uuid, { type: "rating", text: "How did we do?", max_rating: 5 });
  await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", { body: { survey: uuid, name: "A" } });
  const kept = await fixture.ask("updateInstance", {
    params: { id },
    body: { ...form, from: "00:00", until: "23:59", ...more },
  });
  return { uuid, id, kept };
}

/** A run that was started at this moment of the database's clock. */
async function started(more: object = {}) {
  const run = await prepared(more);
  expect(run.kept.body.errors).toBeUndefined();
  const { estimate, faults } = await load(run.id);
  expect(faults).toEqual([]);
  await fixture.must(201, "dispatchInstance", {
    params: { id: run.id },
    body: { most_cents: estimate?.most_cents ?? 0 },
  });
  const { started_at } = await load(run.id);
  return { ...run, at: (minutes: number) => new Date(new Date(started_at ?? "").getTime() + minutes * minute) };
}

function finish(kind: FinishedKind, record: number, phone: string, at: Date): void {
  const micros = at.toISOString().replace("Z", "000Z");
  fixture.finished[kind].records.push({ record, at: micros, phone, name: `Customer ${record}` });
}

async function look(now: Date): Promise<void> {
  await fixture.lookAfter(now);
  await fixture.work(now);
}

test.each(["chat", "ticket", "call", "sale"] as const)(
  "after a %s its customer is asked once, after the wait",
  async (kind) => {
    const { uuid, id, at } = await started({ after_kind: kind, after_minutes: 15 });
    finish(kind, 7, amina, at(1));
    await look(at(10));
    expect(asked()).toEqual([]);
    for (const minutes of [17, 18, 25]) await look(at(minutes));
    expect(asked()).toEqual([amina]);
    await fixture.reply(amina, "4");
    await look(at(40));
    expect(asked().filter((to) => to === amina)).toHaveLength(2);
    expect(await load(id)).toMatchObject({
      joined_count: 1,
      completed_count: 1,
      status: "running",
      by_outcome: [{ outcome: "asked", count: 1 }],
    });
    const [session] = await fixture.rows<{ id: number; name: string }>("select id, name from survey.sessions");
    expect(session?.name).toBe("Customer 7");
    const response = await fixture.must<SurveyResponse>(200, "response", { params: { uuid, id: session?.id } });
    expect(response.after).toEqual({ kind, record: 7 });
  },
);

test("what was finished before the run began, or is no longer finished when the wait is over, is not asked about", async () => {
  const { at } = await started({ after_minutes: 15 });
  finish("ticket", 1, amina, at(-5));
  finish("ticket", 2, otieno, at(1));
  await look(at(12));
  fixture.finished.ticket.records.length = 0;
  await look(at(30));
  expect(asked()).toEqual([]);
});

test("no one is asked again within the days, whatever they are asked after; then they are", async () => {
  const tickets = await started({ after_minutes: 0, after_days: 30 });
  const calls = await started({ after_kind: "call", after_minutes: 0, after_days: 30 });
  finish("ticket", 1, amina, tickets.at(1));
  await look(tickets.at(2));
  await fixture.reply(amina, "5");
  finish("call", 9, amina, calls.at(3));
  finish("ticket", 2, amina, tickets.at(3));
  await look(calls.at(4));
  expect(fixture.sms.sent.filter(({ text }) => text.includes("How did we do?"))).toHaveLength(1);
  expect((await load(calls.id)).by_outcome).toEqual([{ outcome: "asked before", count: 1 }]);
  await fixture.rows("update survey.after_records set at = at - interval '31 days'");
  finish("ticket", 3, amina, tickets.at(5));
  await look(tickets.at(6));
  expect(fixture.sms.sent.filter(({ text }) => text.includes("How did we do?"))).toHaveLength(2);
  expect((await load(tickets.id)).joined_count).toBe(2);
});

test("who has opted out, has no number, or comes when the run is full is left out and counted", async () => {
  const { id, at } = await started({ after_minutes: 0, max_joiners: 1 });
  fixture.sms.optedOut.add(otieno);
  finish("ticket", 1, otieno, at(1));
  finish("ticket", 2, "", at(1));
  finish("ticket", 3, amina, at(2));
  finish("ticket", 4, wanjiru, at(3));
  await look(at(4));
  expect(asked()).toEqual([amina]);
  const { by_outcome } = await load(id);
  expect(Object.fromEntries(by_outcome.map(({ outcome, count }) => [outcome, count]))).toEqual({
    ...{ asked: 1, full: 1, "no number": 1, "opted out": 1 },
  });
});

test("a customer is surveyed after a second conversation only when the days between have passed", async () => {
  const { id, at } = await started({ after_kind: "chat", after_minutes: 0, after_days: 7 });
  finish("chat", 5, amina, at(1));
  await look(at(2));
  await fixture.reply(amina, "5");
  await fixture.rows("update survey.after_records set at = at - interval '8 days'");
  fixture.finished.chat.records.length = 0;
  finish("chat", 5, amina, at(60));
  await look(at(61));
  expect((await load(id)).joined_count).toBe(2);
});

test("two looks at once, and a service that fails in between, ask no one twice and leave no one out", async () => {
  const { id, at } = await started({ after_minutes: 0 });
  const people = Array.from({ length: 7 }, (_, n) => `+25471100050${n}`);
  // All of one moment: a page ends among them.
  for (const [n, phone] of people.entries()) finish("ticket", n + 1, phone, at(1));
  fixture.finished.ticket.state.fails = true;
  await look(at(2));
  expect(asked()).toEqual([]);
  fixture.finished.ticket.state.fails = false;
  await Promise.all([fixture.lookAfter(at(3)), fixture.lookAfter(at(3))]);
  await fixture.work(at(3));
  expect(asked().sort()).toEqual(people);
  expect((await load(id)).joined_count).toBe(7);
});

test("a paused run asks no one; resumed, it asks about the last day", async () => {
  const { id, at } = await started({ after_minutes: 0 });
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "pause" } });
  finish("ticket", 1, amina, at(1));
  await look(at(2));
  expect(asked()).toEqual([]);
  await fixture.must(201, "moveInstance", { params: { id }, body: { move: "resume" } });
  finish("ticket", 2, otieno, at(2 * 24 * 60 - 5));
  await look(at(2 * 24 * 60));
  expect(asked()).toEqual([otieno]);
});

test("about a share of them is asked, and a look again chooses no other ones", async () => {
  const { id, at } = await started({ after_minutes: 0, after_share: 50, max_joiners: 100 });
  for (let n = 1; n <= 60; n++) finish("ticket", n, `+2547110010${String(n).padStart(2, "0")}`, at(1));
  for (let n = 0; n < 2; n++) await fixture.lookAfter(at(2 + n));
  const { by_outcome, joined_count } = await load(id);
  expect(by_outcome.reduce((sum, { count }) => sum + count, 0)).toBe(60);
  expect(joined_count).toBeGreaterThan(12);
  expect(joined_count).toBeLessThan(48);
});

describe("the form", () => {
  test("says how many may be asked, and costs at most what all of them do", async () => {
    const { kept } = await prepared({ max_joiners: null });
    expect(kept).toMatchObject({ status: 422, body: { errors: { max_joiners: ["Enter how many people may join."] } } });
    const { id } = await prepared({ max_joiners: 100 });
    const { estimate } = await load(id);
    expect(estimate).toMatchObject({ joiners: 100, recipients: 0 });
    expect(estimate?.most_parts).toBeGreaterThanOrEqual(200);
  });

  test("refuses a wait, a share and days that can't be", async () => {
    const { kept } = await prepared({ after_minutes: -1, after_share: 0, after_days: 366 });
    expect(kept.status).toBe(422);
    expect(Object.keys(kept.body.errors ?? {}).sort()).toEqual(["after_days", "after_minutes", "after_share"]);
  });
});

test("what someone was asked after is in their archive, and loses their number with an erasure", async () => {
  const { id, at } = await started({ after_minutes: 0 });
  finish("ticket", 1, amina, at(1));
  await look(at(2));
  const body = { msisdn: amina, email: null };
  const told = await fixture.must<object>(200, "personData", { body }, "service");
  expect(JSON.stringify(told)).toContain('"after":"ticket"');
  await fixture.must(200, "erasePerson", { body }, "service");
  expect(await fixture.rows("select msisdn from survey.after_records")).toEqual([{ msisdn: "" }]);
  // The same record, read again, asks no one.
  fixture.sms.sent.length = 0;
  await look(at(5));
  expect(asked()).toEqual([]);
  expect((await load(id)).by_outcome).toEqual([{ outcome: "asked", count: 1 }]);
});

test("on WhatsApp who wrote lately is asked there without a template, and the others on the second channel", async () => {
  const { id, at } = await started({
    ...{ channel_id: "whatsapp", number_id: 7, fallback: "sms", after_kind: "chat", after_minutes: 0 },
  });
  fixture.whatsapp.sent.length = 0;
  fixture.whatsapp.open.add(amina);
  finish("chat", 1, amina, at(1));
  finish("chat", 2, otieno, at(1));
  for (const minutes of [2, 3]) await look(at(minutes));
  expect(fixture.whatsapp.sent.map(({ to, template_id }) => ({ to, template_id }))).toEqual([{ to: amina }]);
  expect(asked()).toEqual([otieno]);
  const { held_cents, sms_held_cents } = await load(id);
  expect(held_cents).toBe(sms_held_cents);
});
