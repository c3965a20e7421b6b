import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordImport } from "../../services/crm/contract.imports";
import type { CrmRecord } from "../../services/crm/contract.records";
import { type CrmStage, crmStage, savanna } from "./fixture";

let fixture: CrmStage;
let now = new Date();
beforeAll(async () => {
  fixture = await crmStage(() => now);
});
afterAll(() => fixture.close());

const mapping = { 0: "name", 1: "company", 2: "phone", 3: "email", 4: "value", 5: "expected_close" };
const heading = "Client name;Company;Mobile no;E-mail;Deal value;Close date\n";

/** A messy sheet: a blank line, odd spellings, a repeat, a bad number, a bad value, a formula's guard. */
const sheet = `${heading}
Wanjiku Kamau;Duka Traders;0712 000 101;Wanjiku@Duka.test;KES 12,500/=;24/11/2026
'=Otieno;;254712000102;;;
;Rift Foods;;rift@foods.test;3000;2026-12-01
Same number;;+254 712 000 101;;;
Bad number;;12;;;
Bad value;;0712000103;;a lot;
;;;;9;
`;

async function leads(query: object = {}): Promise<CrmRecord[]> {
  return (await fixture.ask("leads", { query: { state: "all", limit: 100, ...query } })).body.data as CrmRecord[];
}

async function told(id: number): Promise<string[]> {
  const { body } = await fixture.ask("importedRows", { params: { id }, query: {} });
  return (body.data as { line: number; kind: string; reason: string }[]).map(
    ({ line, kind, reason }) => `${line} ${kind}: ${reason}`,
  );
}

const counts = ({ created, updated, duplicate, refused, rows_read }: RecordImport) => ({
  ...{ created, updated, duplicate, refused },
  sum: created + updated + duplicate + refused === rows_read,
});

describe("a file of leads", () => {
  test("is read in the background: every row is created, updated, there already or refused with its reason", async () => {
    const { sent, done } = await fixture.imported(sheet, { mapping });
    expect(sent.columns.map(({ guess }) => guess)).toEqual([
      "name",
      "company",
      "phone",
      "email",
      "value",
      "expected_close",
    ]);
    expect(done.state).toBe("done");
    expect(counts(done)).toEqual({ created: 3, updated: 0, duplicate: 1, refused: 3, sum: true });
    expect(await told(done.id)).toEqual(
      [
        "6 repeated: the same number as line 3",
        "7 refused: a number that is too short",
        "8 refused: Deal value: “a lot” is not an amount",
        "9 refused: no name, phone number or email address",
      ].map((line) => expect.stringContaining(line.split(":")[0] ?? "")),
    );
    const found = await leads();
    expect(found.map(({ name }) => name).sort()).toEqual(["=Otieno", "Rift Foods", "Wanjiku Kamau"]);
    expect(found.find(({ name }) => name === "Wanjiku Kamau")).toMatchObject({
      ...{ company: "Duka Traders", phone: "+254712000101", email: "Wanjiku@Duka.test", stage: "New" },
      ...{ value_cents: 1_250_000, currency: "KES", expected_close: "2026-11-24", sales_manager_id: "1" },
    });
  });

  test("updates who has the number or the address already, whatever the case, and keeps what it leaves empty", async () => {
    const again = `${heading}Wanjiku K. Kamau;;0712000101;;;\n;;;RIFT@foods.test;9000;\n;;;rift@foods.test;9000;\n`;
    const { done } = await fixture.imported(again, { mapping, duplicates: "update" });
    expect(counts(done)).toEqual({ created: 0, updated: 2, duplicate: 1, refused: 0, sum: true });
    const found = await leads();
    expect(found.find(({ phone }) => phone === "+254712000101")).toMatchObject({
      ...{ name: "Wanjiku K. Kamau", company: "Duka Traders", value_cents: 1_250_000 },
    });
    const same = await fixture.imported(again, { mapping, duplicates: "update" });
    expect(counts(same.done)).toEqual({ created: 0, updated: 0, duplicate: 3, refused: 0, sum: true });
  });

  test("leaves them as they are, or adds them again, as it was chosen", async () => {
    const rows = `${heading}Another;;0712000101;;;\nAnother;;0712000101;;;\n`;
    const skipped = await fixture.imported(rows, { mapping, duplicates: "skip" });
    expect(counts(skipped.done)).toEqual({ created: 0, updated: 0, duplicate: 2, refused: 0, sum: true });
    const added = await fixture.imported(rows, { mapping, duplicates: "create" });
    expect(counts(added.done)).toEqual({ created: 2, updated: 0, duplicate: 0, refused: 0, sum: true });
    const undone = await fixture.ask("undoRecordImport", { params: { id: added.done.id } });
    expect(undone.body).toMatchObject({ state: "undone", left_alone: 0 });
    expect((await leads({ q: "Another" })).length).toBe(0);
  });

  test("is undone but for what somebody has worked on", async () => {
    await fixture.imported(`${heading}Chebet;;0712000201;;100;\n`, { mapping });
    const rows = `${heading}Chebet Koech;;0712000201;;200;\nMoved;;0712000202;;;\nNoted;;0712000203;;;\nWritten to;;0712000205;;;\nUntouched;;0712000204;;;\n`;
    const { done } = await fixture.imported(rows, { mapping });
    expect(counts(done)).toMatchObject({ created: 4, updated: 1 });
    const lead = async (name: string) => (await leads({ q: name }))[0];
    const stage = (await fixture.stages())[1];
    await fixture.ask("moveLead", { params: { lead_id: (await lead("Moved"))?.id }, body: { stage_id: stage?.id } });
    await fixture.ask("addContactNote", { body: { id: (await lead("Noted"))?.id, text: "Called." } });
    const hours = { from: "08:00", until: "18:00", days: [1, 2, 3, 4, 5] };
    const added = await fixture.ask("addSequence", { body: { name: "Welcome", ...hours } });
    const sequence = { id: Number(added.body.id) };
    const step = { kind: "task", wait_days: 1, wait_hours: 0, body: "Call {{name}}", due_days: 2 };
    await fixture.ask("addSequenceStep", { params: sequence, body: step });
    await fixture.ask("switchSequence", { params: sequence, body: { active: true } });
    const written = await lead("Written to");
    const put = await fixture.ask("enrol", { params: sequence, body: { type: "lead", records: [written?.id] } });
    expect(put.body).toMatchObject({ added: [written?.id] });
    const undone = await fixture.ask("undoRecordImport", { params: { id: done.id } });
    expect(undone.body).toMatchObject({ state: "undone", left_alone: 3 });
    expect(await lead("Written to")).toBeDefined();
    expect(await lead("Untouched")).toBeUndefined();
    expect(await lead("Moved")).toMatchObject({ stage: "Contacted" });
    expect(await lead("Noted")).toBeDefined();
    expect(await lead("Chebet")).toMatchObject({ name: "Chebet", value_cents: 10_000 });
    expect((await fixture.ask("undoRecordImport", { params: { id: done.id } })).status).toBe(409);
  });

  test("has its scores from the start, and its known leads those of before once it is undone", async () => {
    await fixture.imported(`${heading}Halima;;0712000601;;100;\n`, { mapping });
    const rules = [
      { property: "company", operator: "is set", value: "", points: 5 },
      { property: "value", operator: "is at least", value: "1000", points: 10 },
      { property: "category", operator: "is", value: "new", points: 2 },
    ];
    for (const body of rules) expect((await fixture.ask("createLeadScoreRule", { body })).status).toBe(201);
    const scores = async () =>
      (await leads())
        .filter(({ name }) => /^(Halima|Juma|Kendi)/.test(name))
        .map(({ name, score }) => `${name} ${score}`);
    expect(await scores()).toEqual(["Halima 2"]);
    const rows = `${heading}Halima;Duka Traders;0712000601;;2000;\nJuma;Rift Foods;0712000602;;50;\nKendi;;0712000603;;9000;\n`;
    const { done } = await fixture.imported(rows, { mapping });
    expect((await scores()).sort()).toEqual(["Halima 17", "Juma 7", "Kendi 12"]);
    await fixture.ask("undoRecordImport", { params: { id: done.id } });
    expect(await scores()).toEqual(["Halima 2"]);
  });

  test("can't be undone after 24 hours", async () => {
    const { done } = await fixture.imported(`${heading}Late;;0712000301;;;\n`, { mapping });
    now = new Date(Date.now() + 25 * 3_600_000);
    const refused = await fixture.ask("undoRecordImport", { params: { id: done.id } });
    now = new Date();
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("24 hours") } });
    expect((await leads({ q: "Late" })).length).toBe(1);
  });

  test("of many rows is merged set by set, and undone as one", async () => {
    const rows = Array.from({ length: 5_100 }, (_, n) => `Many ${n};;0${713_000_000 + n};;;\n`).join("");
    const { done } = await fixture.imported(`${heading}${rows}`, { mapping });
    expect(counts(done)).toEqual({ created: 5_100, updated: 0, duplicate: 0, refused: 0, sum: true });
    const undone = await fixture.ask("undoRecordImport", { params: { id: done.id } });
    expect(undone.body).toMatchObject({ state: "undone", left_alone: 0 });
    expect(await leads({ q: "Many" })).toEqual([]);
  });

  test("is refused with two columns for one thing, or with none that names anybody", async () => {
    const twice = await fixture.imported(sheet, { mapping: { 0: "name", 1: "name" } });
    expect(twice.refused).toMatchObject({ status: 422, body: { errors: { mapping: [expect.any(String)] } } });
    const none = await fixture.imported(sheet, { mapping: { 4: "value" } });
    expect(none.refused).toMatchObject({ status: 422, body: { errors: { mapping: [expect.any(String)] } } });
  });

  test("tells who started it, and is no business of those who may not see leads or of other accounts", async () => {
    const { done } = await fixture.imported(`${heading}Bell;;0712000501;;;\n`, { mapping });
    const rung = await fixture.rows<{ words: string }>(
      `select words from events.notices where kind = 'crm import ended' and subject_id = '${done.id}'`,
      savanna,
    );
    expect(rung.map(({ words }) => words)).toEqual([
      "fair.csv was imported: 1 created, 0 updated, 0 there already, 0 refused.",
    ]);
    const params = { id: done.id };
    expect((await fixture.ask("recordImport", { params }, "other")).status).toBe(404);
    expect((await fixture.ask("recordImport", { params }, "nobody")).status).toBe(403);
    const contacts = await fixture.imported(`${heading}Desk;;0712000502;;;\n`, { mapping }, "contact");
    expect((await fixture.ask("recordImport", { params: { id: contacts.done.id } }, "seller")).status).toBe(403);
    expect((await fixture.ask("crmContacts", { query: {} })).body.total).toBe(1);
  });
});
