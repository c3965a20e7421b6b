import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CrmRecord, PipelineStage, RecordDetail } from "../../services/crm/contract.records";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
let now = new Date("2026-11-24T09:00:00Z");
beforeAll(async () => {
  fixture = await crmStage(() => now);
});
afterAll(() => fixture.close());

async function stageId(name: string): Promise<number> {
  const found = (await fixture.stages()).find((stage) => stage.name === name);
  if (!found) throw new Error(name);
  return found.id;
}

async function listed(query: object = {}): Promise<string[]> {
  const { body } = await fixture.ask("leads", { query });
  return (body.data as CrmRecord[]).map(({ name }) => name);
}

describe("a lead", () => {
  test("begins in the first stage, belongs to who added it, and its number is kept in one form", async () => {
    const made = await fixture.lead(
      { name: "Baraka Mwangi", phone: "0712 345 678", value_cents: 12_500_000 },
      "seller",
    );
    expect(made).toMatchObject({
      stage: "New",
      category: "new",
      phone: "+254712345678",
      sales_manager: "Otieno Ouma",
      sales_manager_id: "2",
      version: 1,
      rotting: false,
    });
    expect((await fixture.stages()).map(({ name }) => name)).toEqual(["New", "Contacted", "Qualified", "Won", "Lost"]);
  });

  test.each([
    [{ name: " " }, "name"],
    [{ name: "A", phone: "12" }, "phone"],
    [{ name: "A", email: "not an address" }, "email"],
    [{ name: "A", value_cents: -1 }, "value_cents"],
    [{ name: "A", expected_close: "soon" }, "expected_close"],
  ])("%j is refused at its field", async (body, field) => {
    const refused = await fixture.ask("createLead", { body });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
  });

  test("says what was changed of it, from what, by whom; a change over somebody else's is refused", async () => {
    const made = await fixture.lead({ name: "Chebet", company: "Rift Foods" });
    const params = { id: made.id };
    const form = { name: "Chebet Koech", company: "Rift Foods", value_cents: 5_000, version: made.version };
    const changed = (await fixture.ask("updateContactDetails", { params, body: form }, "seller"))
      .body as unknown as RecordDetail;
    expect(changed.changes.map(({ by, field, before, after }) => [by, field, before, after])).toEqual([
      ["Otieno Ouma", "Value", "", "KES 50.00"],
      ["Otieno Ouma", "Name", "Chebet", "Chebet Koech"],
    ]);
    const stale = await fixture.ask("updateContactDetails", { params, body: { ...form, name: "Late" } });
    expect(stale.status).toBe(409);
    expect((await fixture.ask("lead", { params })).body).toMatchObject({ name: "Chebet Koech", version: 2 });
  });

  test("goes through the stages; one that is lost needs a reason, and reopened it has none", async () => {
    const made = await fixture.lead({ name: "Dalmas" });
    const params = { lead_id: made.id };
    const move = async (stage: string, more: object = {}) =>
      fixture.ask("moveLead", { params, body: { stage_id: await stageId(stage), ...more } });
    expect((await move("Contacted")).body).toMatchObject({ stage: "Contacted" });
    expect(await move("Lost")).toMatchObject({ status: 422, body: { errors: { lost_reason: [expect.any(String)] } } });
    expect((await move("Lost", { lost_reason: "Bought elsewhere" })).body).toMatchObject({
      category: "lost",
      lost_reason: "Bought elsewhere",
    });
    expect((await move("Qualified")).body).toMatchObject({ category: "working", lost_reason: "" });
    expect((await fixture.ask("moveLead", { params, body: { stage_id: 999_999 } })).status).toBe(422);
  });

  test("is given to somebody of the account and to nobody else", async () => {
    const made = await fixture.lead({ name: "Esther" });
    const give = (sales_manager_id: string | null) =>
      fixture.ask("setSalesManager", { params: { id: made.id }, body: { type: "lead", sales_manager_id } });
    expect((await give("2")).body).toMatchObject({ sales_manager: "Otieno Ouma" });
    expect(await give("77")).toMatchObject({ status: 422 });
    expect((await give(null)).body).toMatchObject({ sales_manager: "", sales_manager_id: null });
  });

  test("tells of others with its number or address", async () => {
    const one = await fixture.lead({ name: "First", phone: "0722 111 222", email: "one@mail.test" });
    const two = await fixture.lead({ name: "Second", phone: "+254722111222" });
    const three = await fixture.lead({ name: "Third", email: "ONE@mail.test" });
    expect(three.duplicates.map(({ name }) => name)).toEqual(["First"]);
    expect(two.duplicates.map(({ id }) => id)).toEqual([one.id]);
  });

  test("is marked when nobody has done anything with it for longer than its stage allows; a note wakes it", async () => {
    const made = await fixture.lead({ name: "Forgotten" });
    await fixture.rows(
      `update crm.records set active_at = '${now.toISOString()}'::timestamptz - interval '4 days' where id = ${made.id}`,
    );
    expect((await fixture.ask("lead", { params: { id: made.id } })).body).toMatchObject({ rotting: true });
    expect(await listed({ rotting: "1" })).toEqual(["Forgotten"]);
    now = new Date();
    await fixture.ask("addContactNote", { body: { id: made.id, text: "Called, asked for a quote." } });
    expect(await listed({ rotting: "1" })).toEqual([]);
  });
});

describe("notes", () => {
  test("are changed by who wrote them alone", async () => {
    const made = await fixture.lead({ name: "Noted" });
    const note = await fixture.ask("addContactNote", { body: { id: made.id, text: "First call" } }, "seller");
    const params = { id: note.body.id as number };
    expect((await fixture.ask("updateContactNote", { params, body: { text: "Mine now" } })).status).toBe(403);
    const changed = await fixture.ask(
      "updateContactNote",
      { params, body: { text: "First call, no answer" } },
      "seller",
    );
    expect(changed.body).toMatchObject({ text: "First call, no answer", own: true, changed_at: expect.any(String) });
    const page = await fixture.ask("contactNotes", { params: { id: made.id }, query: {} });
    expect((page.body.data as { own: boolean }[]).map(({ own }) => own)).toEqual([false]);
  });
});

describe("lists", () => {
  test("leave closed leads out unless they are asked for, and find by name, company, number and address", async () => {
    const made = await fixture.lead({ name: "Gone", company: "Closed Ltd" });
    const body = { stage_id: await stageId("Lost"), lost_reason: "Price" };
    await fixture.ask("moveLead", { params: { lead_id: made.id }, body });
    await fixture.lead({ name: "Here", company: "Open Ltd", email: "here@open.test", phone: "0733 222 111" });
    expect(await listed({ q: "ltd" })).toEqual(["Here"]);
    expect(await listed({ q: "ltd", state: "closed" })).toEqual(["Gone"]);
    expect(await listed({ q: "ltd", state: "all", sort: "name" })).toEqual(["Gone", "Here"]);
    for (const q of ["here@open", "733222", "Open"]) expect(await listed({ q })).toEqual(["Here"]);
    expect(await listed({ q: "%" })).toEqual([]);
  });

  test("by value have those without one last, either way", async () => {
    for (const [name, value_cents] of [
      ["V one", 100],
      ["V none", null],
      ["V two", 200],
    ] as const)
      await fixture.lead({ name, value_cents });
    expect(await listed({ q: "V ", sort: "-value" })).toEqual(["V two", "V one", "V none"]);
    expect(await listed({ q: "V ", sort: "value" })).toEqual(["V one", "V two", "V none"]);
  });

  test("as a board: each stage with its leads, and a sum for each currency", async () => {
    await fixture.lead({ name: "Board one", value_cents: 100 });
    await fixture.lead({ name: "Board two", value_cents: 250, currency: "USD" });
    await fixture.lead({ name: "Board three", value_cents: 300 });
    const { body } = await fixture.ask("leadPipeline", { query: { q: "board" } });
    const [first, ...others] = body.stages as PipelineStage[];
    expect(first).toMatchObject({
      ...{
        name: "New",
        records: 3,
        values: [
          { currency: "KES", cents: 400 },
          { currency: "USD", cents: 250 },
        ],
      },
    });
    expect(first?.cards.map(({ name }) => name)).toEqual(["Board one", "Board two", "Board three"]);
    expect(others.every(({ cards }) => cards.length === 0)).toBe(true);
  });
});

describe("who may", () => {
  test("nobody without the permission or the product, and another account sees none of it", async () => {
    const made = await fixture.lead({ name: "Private" });
    for (const token of ["nobody", "unsold"] as const)
      expect((await fixture.ask("lead", { params: { id: made.id } }, token)).status).toBe(403);
    expect((await fixture.ask("lead", { params: { id: made.id } }, "other")).status).toBe(404);
    expect((await fixture.ask("leads", { query: {} }, "other")).body.data).toEqual([]);
  });

  test("who sells may not change the stages", async () => {
    expect((await fixture.ask("createLeadStage", { body: { name: "Mine" } }, "seller")).status).toBe(403);
  });
});
