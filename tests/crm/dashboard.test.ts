import { afterEach, beforeEach, expect, test } from "vitest";
import type { RecordDetail } from "../../services/crm/contract.records";
import type { CrmSummary } from "../../services/crm/contract.summary";
import { type CrmStage, crmStage, type Token } from "./fixture";

/** Half past midnight of the 25th in Nairobi, where the account is; in UTC it is still the 24th. */
const now = new Date("2026-11-24T21:30:00Z");
let fixture: CrmStage;
beforeEach(async () => {
  fixture = await crmStage(() => now);
});
afterEach(() => fixture.close());

const body = <T>(answer: { status: number; body: object }, status = 201): T => {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
};
const figures = async (query: object = {}) => body<CrmSummary>(await fixture.ask("dealsSummary", { query }), 200);
const deal = async () => body<RecordDetail>(await fixture.ask("createDeal", { body: { name: "Cold room" } }));
const total = async (name: "leads" | "deals" | "tasks", query: object, token: Token = "owner") =>
  body<{ total: number }>(await fixture.ask(name, { query }, token), 200).total;
const set = (table: string, id: number, what: string) =>
  fixture.rows(`update crm.${table} set ${what} where customer_account = '100001' and id = ${id}`);
const stages = async (kind: "lead" | "deal") =>
  body<{ data: { id: number; name: string; pipeline: string }[] }>(
    await fixture.ask("recordStages", { params: { kind } }),
    200,
  ).data;
const stageNamed = async (kind: "lead" | "deal", name: string) =>
  (await stages(kind)).find((stage) => stage.name === name)?.id ?? 0;
const day = (date: string) => ({ start_date: date, end_date: date });

test("the days are those of the account's clock, and end today there", async () => {
  const made = await fixture.lead({ source: "Fair" });
  await set("records", made.id, "created_at = '2026-11-23T21:00:00Z'");
  const before = await fixture.lead({ source: "Fair" });
  await set("records", before.id, "created_at = '2026-11-23T20:59:59Z'");
  const { span } = await figures();
  expect(span).toEqual({ start_date: "2026-08-28", end_date: "2026-11-25", time_zone: "Africa/Nairobi" });
  expect((await figures({ days: 7 })).span).toMatchObject({ start_date: "2026-11-19", end_date: "2026-11-25" });
  expect((await figures(day("2026-11-24"))).sources).toEqual([{ source: "Fair", leads: 1, converted: 0 }]);
  expect((await figures(day("2026-11-23"))).sources).toEqual([{ source: "Fair", leads: 1, converted: 0 }]);
  expect(await total("leads", { source: "Fair", made_from: "2026-11-24", made_until: "2026-11-24" })).toBe(1);
  expect(await total("leads", { source: "Fair", made_from: "2026-11-24" })).toBe(1);
  expect(await total("leads", { source: "Fair", made_until: "2026-11-24" })).toBe(2);
  expect(await total("leads", { source: "Fair", made_from: "2026-11-25" })).toBe(0);
});

test("of more than fifty sources the 49 largest are listed and the others are one, unless all are asked for", async () => {
  const add = (from: number, until: number) =>
    fixture.rows(`insert into crm.records (customer_account, kind, name, source, stage_id, created_at)
      select '100001', 'lead', 'Lead', 'Source ' || n, stage_id, '2026-11-24T09:00:00Z'
      from generate_series(${from}, ${until}) n, generate_series(1, n),
        (select stage_id from crm.records where customer_account = '100001' limit 1) s`);
  await fixture.lead({ source: "Fair" });
  await fixture.rows("update crm.records set created_at = '2026-11-24T09:00:00Z'");
  await add(2, 50);
  const fifty = await figures();
  expect(fifty.sources).toHaveLength(50);
  expect(fifty.other_sources).toBeNull();
  await add(51, 52);
  const more = await figures();
  expect(more.sources).toHaveLength(49);
  expect([more.sources[0], more.sources.at(-1)]).toMatchObject([{ source: "Source 52" }, { source: "Source 4" }]);
  // Fair has one lead, and the sources 2 and 3 have as many as their numbers.
  expect(more.other_sources).toEqual({ sources: 3, leads: 6, converted: 0 });
  const all = await figures({ sources: "all" });
  expect(all.sources.map(({ source }) => source).slice(-3)).toEqual(["Source 3", "Source 2", "Fair"]);
  expect([all.sources.length, all.other_sources]).toEqual([52, null]);
});

test("a deal that is won without a day is won on the account's day", async () => {
  const { id } = await deal();
  const won = await fixture.ask("moveDeal", { body: { deal_id: id, stage_id: await stageNamed("deal", "Won") } });
  expect(body(won)).toMatchObject({ won_on: "2026-11-25" });
});

test("the deals of the win rate are those of the list that it opens", async () => {
  const [won, early, lost, late] = [await deal(), await deal(), await deal(), await deal()];
  const move = async (id: number, name: string, more: object = {}) =>
    body(await fixture.ask("moveDeal", { body: { deal_id: id, stage_id: await stageNamed("deal", name), ...more } }));
  await move(won.id, "Won", { won_on: "2026-11-20" });
  await move(early.id, "Won", { won_on: "2026-11-09" });
  await move(lost.id, "Lost", { lost_reason: "Price" });
  await set("records", lost.id, "stage_at = '2026-11-20T20:00:00Z'");
  await move(late.id, "Lost", { lost_reason: "Price" });
  await set("records", late.id, "stage_at = '2026-11-20T21:00:00Z'");
  const span = { start_date: "2026-11-10", end_date: "2026-11-20" };
  expect(await figures(span)).toMatchObject({ won: 1, lost: 1 });
  const ended = { ended_from: span.start_date, ended_until: span.end_date };
  expect(await total("deals", { state: "closed", ...ended })).toBe(2);
  expect(await total("deals", { state: "closed", ended_from: span.start_date })).toBe(3);
  expect(await total("deals", { state: "closed" })).toBe(4);
});

test("activities are counted by person over the days of the span, and tasks are those of their list", async () => {
  const { id } = await fixture.lead();
  const note = (token: Token) => fixture.ask("addContactNote", { body: { id, text: "Called" } }, token);
  for (const token of ["owner", "seller", "seller", "seller"] as const) body(await note(token));
  const old = body<{ id: number }>(await note("owner"));
  await fixture.rows("update crm.notes set created_at = '2026-11-20T08:00:00Z'");
  await set("notes", old.id, "created_at = '2026-11-19T20:59:59Z'");
  for (const at of ["2026-11-20T08:00:00Z", "2026-11-19T20:59:59Z"])
    body(await fixture.ask("addLoggedCall", { body: { id, at, outcome: "no answer" } }, "seller"));
  for (const at of ["2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z", "2026-12-24T08:00:00Z"])
    await fixture.rows(`insert into crm.appointments (customer_account, record_id, title, starts_at, ends_at, user_id,
      user_name, state) values ('100001', ${id}, 'Visit', '${at}', '${at}'::timestamptz + interval '1 hour', '2',
      'Otieno Ouma', '${at.includes("T09") ? "cancelled" : "scheduled"}')`);
  for (const at of ["2026-11-20T08:00:00Z", "2026-11-20T20:59:59Z", "2026-11-20T21:00:00Z"]) {
    const task = body<{ id: number }>(
      await fixture.ask("addTask", { body: { title: "Call", due_at: "2026-11-20T08:00:00Z", record_id: id } }),
    );
    body(await fixture.ask("completeTask", { params: { id: task.id }, body: { done: true } }));
    await set("tasks", task.id, `done_at = '${at}'`);
  }
  expect((await figures(day("2026-11-20"))).activities).toEqual([
    { user_id: "2", name: "Otieno Ouma", notes: 3, calls: 1, appointments: 1, tasks: 0 },
    { user_id: "1", name: "Wanjiru Maina", notes: 1, calls: 0, appointments: 0, tasks: 2 },
  ]);
  const done = { when: "done", owner: "1", done_from: "2026-11-20", done_until: "2026-11-20" };
  expect(await total("tasks", done)).toBe(2);
  expect(await total("tasks", { ...done, done_until: "2026-11-21" })).toBe(3);
  // An appointment to come is no activity yet.
  const later = (await figures({ start_date: "2026-12-01", end_date: "2026-12-31" })).activities;
  expect(later).toEqual([]);
  const others = await fixture.ask("dealsSummary", { query: day("2026-11-20") }, "other");
  expect(body<CrmSummary>(others, 200).activities).toEqual([]);
});

test("time in a stage is the mean of the records that left it in the span, by pipeline", async () => {
  const [one, two, three] = [await deal(), await deal(), await deal()];
  const from = await stageNamed("deal", "Proposal");
  body(await fixture.ask("createPipeline", { body: { kind: "deal", name: "Wholesale" } }));
  const next = (await stages("deal")).find(({ name, pipeline }) => name === "Negotiation" && pipeline === "Sales")?.id;
  for (const { id } of [one, two, three])
    body(await fixture.ask("moveDeal", { body: { deal_id: id, stage_id: next } }));
  const spent = (id: number, entered: string, left: string) =>
    fixture.rows(`update crm.stage_times set entered_at = '${entered}', left_at = '${left}' where record_id = ${id}`);
  await spent(one.id, "2026-11-10T08:00:00Z", "2026-11-12T08:00:00Z");
  await spent(two.id, "2026-11-10T08:00:00Z", "2026-11-15T20:00:00Z");
  // It left before the span.
  await spent(three.id, "2026-10-01T08:00:00Z", "2026-10-31T20:59:59Z");
  const found = await figures({ start_date: "2026-11-01", end_date: "2026-11-30" });
  // (2 + 5.5) / 2
  expect(found.stage_times).toEqual([
    { stage_id: from, stage: "Proposal", kind: "deal", pipeline: "Sales", records: 2, mean_days: 3.8 },
  ]);
  expect(new Set(found.stages.map(({ pipeline }) => pipeline))).toEqual(new Set(["Sales", "Wholesale"]));
});
