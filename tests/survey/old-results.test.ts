import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OldContactDetail, OldImport, OldRunDetail, OldSurveyDetail } from "../../services/survey/contract.old";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { asOwner } from "../setup/database";
import { savanna } from "./fixture";
import { delivery, file, heads, type OldResults, oldResults } from "./old-results";

let old: OldResults;
let fixture: OldResults["fixture"];
let { send, start, imported, page, counts }: Pick<OldResults, "send" | "start" | "imported" | "page" | "counts"> =
  {} as never;
beforeAll(async () => {
  old = await oldResults();
  ({ fixture, send, start, imported, page, counts } = old);
});
afterAll(() => old.close());
beforeEach(() => old.empty());

const nothing = { surveys: 0, questions: 0, runs: 0, people: 0, fields: 0, answers: 0, messages: 0 };

test("a file is checked before anything is added, then added as it was foreseen", async () => {
  const { status, body } = await send(delivery);
  expect({ status, ...body }).toMatchObject({
    ...{ status: 201, state: "checked", file_name: "old.csv", row_count: 6, refused: 0, reasons: [] },
    added: { surveys: 1, questions: 2, runs: 2, people: 3, fields: 1, answers: 3, messages: 2 },
  });
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(readdirSync(join(old.dataDir, "uploads", savanna))).toEqual([]);
  const done = await start(body.id);
  expect(done).toMatchObject({ state: "done", added: body.added });
  expect(await counts()).toEqual([1, 2, 2, 1, 3, 3, 2]);
  expect((await fixture.ask("addOldResults", { params: { id: body.id } })).status).toBe(409);
});

test("the same file twice adds nothing, and what is there already stays as it is", async () => {
  await imported(delivery);
  const before = await counts();
  expect((await imported(delivery)).added).toEqual(nothing);
  expect((await imported(delivery.replace("Good,01/03/2023 09:05", "Bad,01/03/2023 09:05"))).added).toEqual(nothing);
  expect(await counts()).toEqual(before);
});

test("rows that can't be read are refused with the reason, and the others are added", async () => {
  const bad = file(
    ",1,How?,,March,,,,,0711000001,,,,Good,,,,,",
    "Visits,1,How?,,March,,,,,12,,,,Good,,,,,",
    "Visits,1,How?,,,,,,,0711000001,,,,Good,,,,,",
    "Visits,1,How?,,March,,,,,,,,,Good,,,,,",
    "Visits,,,,March,,,,,0711000001,,,,Good,,,,,",
    "Visits,1,How?,,March,,,,30/02/2023,0711000001,,,,Good,,,,,",
    "Visits,1,How?,,March,Fax,,,,0711000001,,,,Good,,,,,",
    "Visits,1,How?,,March,SMS,,,1/3/2023,0711000001,,,,Good,,,,,",
    ",1,How?,,March,,,,,0711000002,,,,Good,,,,,",
  );
  const { body } = await send(bad);
  expect(body).toMatchObject({ row_count: 9, refused: 8, added: { surveys: 1, answers: 1 } });
  expect(body.reasons[0]).toEqual({ reason: "It names no survey.", count: 2, line: 2 });
  expect(body.reasons.map(({ reason }) => reason)).toEqual([
    "It names no survey.",
    expect.stringContaining("The number can't be read"),
    "Number is given, but no run.",
    "Answer is given, but no number.",
    "Answer is given, but no question.",
    "Started is no date: write it as 24/11/2026 14:05.",
    "The channel is neither SMS nor WhatsApp.",
  ]);
  const refused = await page<{ line: number; cells: string[] }>("oldRefused", { params: { id: body.id } });
  expect(refused.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 10]);
  expect(refused[1]?.cells).toContain("12");
});

test.each([
  ["Name,Number\nAmina,0711000001\n", "No column of the first row is named Survey."],
  [`${heads}\n`, "The file has headings but no rows under them."],
  ["", "The file is empty."],
])("a file that holds no old results is refused: %j", async (text, message) => {
  expect(await send(text)).toMatchObject({ status: 422, body: { errors: { file: [message] } } });
  expect(await fixture.rows("select 1 from survey.old_imports")).toEqual([]);
});

test("runs are initiated when they were started and pending when they were not (Q122)", async () => {
  await imported(delivery);
  const named = (state: string) => page<{ name: string }>("oldRuns", { query: { state } });
  expect((await named("initiated")).map(({ name }) => name)).toEqual(["March"]);
  expect((await named("pending")).map(({ name }) => name)).toEqual(["April"]);
});

test("what was imported is read back whole: survey, run, person and messages, times in the zone of who imports", async () => {
  await imported(delivery);
  const [survey] = await page<{ id: number }>("oldSurveys");
  const whole = await fixture.must<OldSurveyDetail>(200, "oldSurvey", { params: { id: survey?.id } });
  expect(whole).toMatchObject({ title: "Delivery 2023", runs_count: 2, people_count: 3, answers_count: 3 });
  expect(whole.started_at).toBe("2023-03-01T06:00:00.000Z");
  expect(whole.questions).toMatchObject([
    { number: 1, text: "How was it?", type: "Single choice", answers: [{ answer: "Good" }, { answer: "Poor" }] },
    { number: 2, text: "Why?", answers_count: 1 },
  ]);
  const [march] = await page<{ id: number }>("oldRuns", { query: { state: "initiated" } });
  const run = await fixture.must<OldRunDetail>(200, "oldRun", { params: { id: march?.id } });
  expect(run).toMatchObject({
    channel: "sms",
    sender: "SAVANNA",
    people_count: 2,
    answered_count: 2,
    messages_count: 2,
  });
  expect(run.questions.map(({ field }) => field)).toEqual(["last_answer", ""]);
  expect(run.by_status).toEqual([{ status: "Completed", count: 2 }]);
  const contacts = await page<{ id: number; name: string }>("oldContacts", {
    ...{ params: { id: march?.id }, query: { q: "0711 000 001" } },
  });
  expect(contacts).toMatchObject([{ name: "Amina", msisdn: "+254711000001", status: "Completed" }]);
  const amina = await fixture.must<OldContactDetail>(200, "oldContact", { params: { id: contacts[0]?.id } });
  expect(amina.answers).toMatchObject([{ question: "How was it?", answer: "Good", at: "2023-03-01T06:05:00.000Z" }]);
  expect(amina.messages).toMatchObject([
    { incoming: false, text: "How was it? 1 Good", status: "Delivered" },
    { incoming: true, text: "Good" },
  ]);
  expect(await page("oldMessages", { query: { channel: "sms" } })).toHaveLength(2);
  expect(await page("oldMessages", { query: { channel: "whatsapp" } })).toEqual([]);
  expect(await page("oldAnswers", { params: { id: survey?.id } })).toHaveLength(3);
});

describe("an import that is taken out again", () => {
  test("takes all that it added with it", async () => {
    const { id } = await imported(delivery);
    await fixture.must(201, "removeOldImport", { params: { id } });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect((await fixture.ask("oldImport", { params: { id } })).status).toBe(404);
  });

  test("leaves what a later import uses, and what was there before it", async () => {
    const first = await imported(delivery);
    const later = await imported(
      file("Delivery 2023,2,Why?,Text,March,,,,,0711000001,,,,No reason,02/03/2023 10:01,,,,"),
    );
    expect(later.added).toEqual({ ...nothing, answers: 1 });
    await fixture.must(201, "removeOldImport", { params: { id: first.id } });
    expect(await counts()).toEqual([1, 1, 1, 0, 1, 1, 0]);
    await fixture.must(201, "removeOldImport", { params: { id: later.id } });
    expect((await fixture.rows("select 1 from survey.old_answers")).length).toBe(0);
  });

  test("a file that nobody imported is forgotten; a finished import stays", async () => {
    const { body } = await send(delivery);
    const done = await imported(delivery);
    const forget = old.tasks["survey.forget-old-upload"];
    for (const id of [body.id, done.id]) await forget?.({ account: savanna, import_id: id });
    expect((await page<OldImport>("oldImports")).map(({ id }) => id)).toEqual([done.id]);
    const jobs = await fixture.queued("survey.forget-old-upload");
    expect(jobs.rows).toContainEqual({ account: savanna, import_id: body.id });
  });
});

test("an erasure takes a person out of old results and of files that wait, and archives have them", async () => {
  await imported(delivery);
  await send(delivery);
  await send(file("Delivery 2023,1,How was it?,,March,Fax,,,,0711000002,,,,Good,,,,,"));
  const body = { msisdn: "+254711000002", email: "" };
  const archive = await fixture.must<{ sections: { kind: string; rows: object[] }[] }>(
    ...([200, "personData", { body }, "service"] as const),
  );
  expect(archive.sections.map(({ kind, rows }) => [kind, rows.length])).toEqual([
    ["Old surveys", 1],
    ["Answers to old surveys", 2],
    ["Rows of files of old results", 3],
  ]);
  await fixture.must(200, "erasePerson", { body }, "service");
  expect(await counts()).toEqual([1, 2, 2, 1, 2, 1, 2]);
  for (const table of ["old_import_rows", "old_import_refused", "old_contacts"])
    expect(await fixture.rows(`select 1 from survey.${table} where msisdn = '+254711000002'`)).toEqual([]);
});

test("a draft of the new version has the old questions, with the answers as choices", async () => {
  await imported(delivery);
  const [old] = await page<{ id: number }>("oldSurveys");
  const make = () => fixture.must<SurveyDetail>(201, "renewOldSurvey", { params: { id: old?.id } });
  const draft = await make();
  expect(draft).toMatchObject({ title: "Delivery 2023", status: "draft", languages: ["en"], channels: ["web"] });
  expect(draft.questions).toMatchObject([
    { type: "single", text: { en: "How was it?" }, options: [{ text: { en: "Good" } }, { text: { en: "Poor" } }] },
    { type: "text", text: { en: "Why?" }, options: [] },
  ]);
  expect((await make()).title).toBe("Delivery 2023 (copy)");
});

test("50,000 rows are checked, added and taken out again each in one go, and one more is refused", async () => {
  // The database takes its tables for small ones, and its connections have kept plans for such.
  for (let time = 0; time < 10; time++) {
    const { id } = await imported(delivery);
    await asOwner(fixture.database.url, "analyze");
    await fixture.must(201, "removeOldImport", { params: { id } });
  }
  const rows = Array.from(
    { length: 50_000 },
    (_, n) =>
      `Big,1,How?,Text,March,SMS,,,01/03/2023,07${String(10_000_000 + (n % 25_000))},A ${n},,,Good ${n},,Hello ${n},,,`,
  );
  const { id, added } = await imported(file(...rows));
  expect(added).toEqual({
    ...nothing,
    surveys: 1,
    questions: 1,
    runs: 1,
    people: 25_000,
    answers: 25_000,
    messages: 50_000,
  });
  await fixture.must(201, "removeOldImport", { params: { id } });
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const more = await send(file(...rows, rows[0] ?? ""));
  expect(more.body).toMatchObject({ state: "failed", message: expect.stringContaining("more than 50,000 rows") });
  expect(await fixture.rows("select 1 from survey.old_import_rows")).toEqual([]);
  expect(readdirSync(join(old.dataDir, "uploads", savanna))).toEqual([]);
}, 180_000);

test("only who may make surveys imports old results, and another account sees none of them", async () => {
  expect((await send(delivery, "clerk")).status).toBe(403);
  const { id } = await imported(delivery);
  expect((await fixture.ask("oldImport", { params: { id } }, "other")).status).toBe(404);
  expect((await fixture.must<{ data: object[] }>(200, "oldSurveys", {}, "other")).data).toEqual([]);
});
