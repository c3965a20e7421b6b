import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Conversion } from "../../services/crm/contract.contacts";
import type { CrmRecord, PipelineStage, RecordDetail } from "../../services/crm/contract.records";
import { type CrmStage, crmStage } from "./fixture";

const now = new Date("2026-11-24T09:00:00Z");
let fixture: CrmStage;
beforeEach(async () => {
  fixture = await crmStage(() => now);
});
afterEach(() => fixture.close());

const amina = { name: "Amina Hassan", phone: "0722 000 111", email: "amina@example.test", value_cents: 500_000 };
const body = <T>(answer: { status: number; body: object }, status = 201): T => {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
};
const deal = async (form: object = {}) =>
  body<RecordDetail>(await fixture.ask("createDeal", { body: { name: "Cold room", ...form } }));
const contact = async (form: object = {}) =>
  body<RecordDetail>(await fixture.ask("createCrmContact", { body: { ...amina, value_cents: null, ...form } }));
const pipeline = async () =>
  body<{ stages: PipelineStage[] }>(await fixture.ask("dealPipeline", { query: {} }), 200).stages;
const stageNamed = async (name: string) => (await pipeline()).find((stage) => stage.name === name)?.id ?? 0;
const convert = (form: object) => fixture.ask("convertLead", { body: form });
const every = async (name: "leads" | "crmContacts" | "deals", query: object = { state: "all" }) =>
  body<{ data: CrmRecord[] }>(await fixture.ask(name, { query }), 200).data;

describe("a deal", () => {
  test("begins in the first stage, belongs to whoever adds it and to its contact, and is no lead", async () => {
    const whose = await contact();
    const made = await deal({ contact_id: whose.id, value_cents: 1_000_000 });
    expect(made).toMatchObject({ kind: "deal", stage: "Proposal", contact: { id: whose.id, name: amina.name } });
    expect((await every("leads")).map(({ id }) => id)).toEqual([]);
    expect((await every("deals")).map(({ id }) => id)).toEqual([made.id]);
    const seen = body<RecordDetail>(await fixture.ask("crmContact", { params: { id: whose.id } }), 200);
    expect(seen.related).toMatchObject([{ id: made.id, kind: "deal", name: "Cold room", stage: "Proposal" }]);
    expect((await fixture.ask("deal", { params: { id: whose.id } })).status).toBe(404);
    expect((await fixture.ask("createDeal", { body: { name: "x", contact_id: made.id } })).status).toBe(422);
  });

  test("is won on a day, and needs a reason to be lost", async () => {
    const { id } = await deal();
    const move = (stage_id: number, more: object = {}) =>
      fixture.ask("moveDeal", { body: { deal_id: id, stage_id, ...more } });
    expect((await move(await stageNamed("Lost"))).body.errors).toHaveProperty("lost_reason");
    expect(body(await move(await stageNamed("Lost"), { lost_reason: "Price" }))).toMatchObject({
      lost_reason: "Price",
      won_on: null,
    });
    expect(body(await move(await stageNamed("Won")))).toMatchObject({ won_on: "2026-11-24", lost_reason: "" });
    expect(body(await move(await stageNamed("Negotiation")))).toMatchObject({ won_on: null });
    expect(body(await move(await stageNamed("Won"), { won_on: "2026-11-20" }))).toMatchObject({ won_on: "2026-11-20" });
  });

  test("a stage of leads is none of deals", async () => {
    await fixture.lead();
    const [stage] = await fixture.stages();
    const { id } = await deal();
    const answer = await fixture.ask("moveDeal", { body: { deal_id: id, stage_id: stage?.id } });
    expect(answer.status).toBe(422);
  });

  test("is worth something in its own currency: sums of different ones are never added", async () => {
    await deal({ value_cents: 100 });
    await deal({ value_cents: 250 });
    await deal({ value_cents: 70, currency: "USD" });
    expect((await pipeline())[0]).toMatchObject({
      records: 3,
      values: [
        { currency: "KES", cents: 350 },
        { currency: "USD", cents: 70 },
      ],
    });
  });

  test("can't be seen or changed by whoever sees leads alone, in no call", async () => {
    const made = await deal();
    const params = { id: made.id };
    const details = { type: "deal", name: "Mine", version: 1 };
    for (const [name, input] of [
      ["deal", { params }],
      ["deals", { query: {} }],
      ["updateContactDetails", { params, body: details }],
      ["setSalesManager", { params, body: { type: "deal", sales_manager_id: null } }],
      ["contactNotes", { params, query: {} }],
      ["addContactNote", { body: { id: made.id, text: "Seen" } }],
    ] as const)
      expect((await fixture.ask(name, input, "seller")).status, name).toBe(403);
    expect((await fixture.ask("deal", { params }, "other")).status).toBe(404);
  });
});

describe("the pipeline of deals", () => {
  test("is saved in one: stages are added, renamed, put in order and taken out", async () => {
    await deal();
    const [proposal, negotiation, ...rest] = await pipeline();
    const form = ({ id, name, category, probability, rot_days }: PipelineStage) => ({
      ...{ id, name, category, probability, rot_days },
    });
    if (!proposal || !negotiation) throw new Error("there are no stages");
    const stages = [
      { name: "Visit", category: "new" },
      form(proposal),
      { ...form(negotiation), name: "Terms" },
      ...rest.filter(({ category }) => category !== "working").map(form),
    ];
    const save = (given: object[]) =>
      fixture.ask("setDealPipeline", { params: { account: "own" }, body: { stages: given } });
    await save(stages);
    expect((await pipeline()).map(({ name }) => name)).toEqual(["Visit", "Proposal", "Terms", "Won", "Lost"]);
    // Deals are in it: nothing of the change is made.
    const without = (await pipeline()).filter(({ name }) => name !== "Proposal").map(form);
    expect((await save([{ name: "New", category: "new" }, ...without])).status).toBe(422);
    expect((await pipeline()).map(({ name }) => name)).toContain("Proposal");
  });
});

describe("a lead", () => {
  test("is converted to a contact and a deal with its details, notes and sales manager, once", async () => {
    const lead = await fixture.lead({ ...amina, expected_close: "2026-12-31" });
    await fixture.ask("addContactNote", { body: { id: lead.id, text: "Wants it by Friday." } });
    await fixture.ask("setSalesManager", { params: { id: lead.id }, body: { sales_manager_id: "2" } });
    const made = body<Conversion>(await convert({ lead_id: lead.id }));
    const found = body<RecordDetail>(await fixture.ask("deal", { params: { id: made.deal?.id } }), 200);
    expect(found).toMatchObject({
      ...{ name: amina.name, value_cents: 500_000, expected_close: "2026-12-31", sales_manager: "Otieno Ouma" },
      contact: { id: made.contact.id },
    });
    const notes = body<{ data: object[] }>(
      await fixture.ask("contactNotes", { params: { id: made.contact.id }, query: {} }),
      200,
    );
    expect(notes.data).toMatchObject([{ text: "Wants it by Friday." }]);
    expect(await every("leads", {})).toEqual([]);
    expect(await every("leads", { state: "closed" })).toMatchObject([
      { id: lead.id, contact: { id: made.contact.id } },
    ]);
    expect(body<Conversion>(await convert({ lead_id: lead.id }))).toEqual(made);
    const [stage] = await fixture.stages();
    const moved = await fixture.ask("moveLead", { params: { lead_id: lead.id }, body: { stage_id: stage?.id } });
    expect(moved.status).toBe(409);
  });

  test("20 conversions of one lead at once make one contact and one deal", async () => {
    const lead = await fixture.lead(amina);
    const answers = await Promise.all(Array.from({ length: 20 }, () => convert({ lead_id: lead.id })));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await every("crmContacts")).toHaveLength(1);
    expect(await every("deals")).toHaveLength(1);
  });

  test("becomes part of a contact that was there, field by field, and back again", async () => {
    const known = await contact({ company: "Old Ltd", email: "" });
    const lead = await fixture.lead({ ...amina, company: "New Ltd", name: "A. Hassan" });
    const matches = await fixture.ask("conversionMatches", { params: { id: lead.id } });
    expect(body<{ data: CrmRecord[] }>(matches, 200).data.map(({ id }) => id)).toEqual([known.id]);
    const form = { lead_id: lead.id, contact_id: known.id, take: ["company", "email"], deal: false };
    expect(body<Conversion>(await convert(form))).toMatchObject({ contact: { id: known.id }, deal: null });
    const merged = { name: amina.name, company: "New Ltd", email: amina.email };
    expect(await every("crmContacts")).toMatchObject([merged]);
    body(await fixture.ask("undoConversion", { params: { id: lead.id } }));
    expect(await every("crmContacts")).toMatchObject([{ name: amina.name, company: "Old Ltd", email: "" }]);
    expect(await every("leads", {})).toMatchObject([{ id: lead.id, converted_at: null }]);
  });

  test("is a lead again after the conversion is undone, unless somebody has worked on what it became", async () => {
    const lead = await fixture.lead(amina);
    const made = body<Conversion>(await convert({ lead_id: lead.id }));
    body(await fixture.ask("undoConversion", { params: { id: lead.id } }));
    expect(await every("crmContacts")).toEqual([]);
    expect(await every("deals")).toEqual([]);
    expect((await fixture.ask("deal", { params: { id: made.deal?.id } })).status).toBe(404);
    const again = body<Conversion>(await convert({ lead_id: lead.id }));
    await fixture.ask("moveDeal", { body: { deal_id: again.deal?.id, stage_id: await stageNamed("Negotiation") } });
    expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(409);
    expect(await every("deals")).toHaveLength(1);
  });

  test("is not converted by whoever may not see contacts", async () => {
    const lead = await fixture.lead(amina);
    const params = { id: lead.id };
    for (const [name, input] of [
      ["convertLead", { body: { lead_id: lead.id } }],
      ["conversionMatches", { params }],
      ["undoConversion", { params }],
    ] as const)
      expect((await fixture.ask(name, input, "seller")).status, name).toBe(403);
  });

  test("of another account, or into its contact, is not converted", async () => {
    const lead = await fixture.lead(amina);
    expect((await fixture.ask("convertLead", { body: { lead_id: lead.id } }, "other")).status).toBe(404);
    const own = await fixture.ask("createLead", { body: amina }, "other");
    const known = await contact();
    const form = { lead_id: own.body.id, contact_id: known.id };
    expect((await fixture.ask("convertLead", { body: form }, "other")).status).toBe(422);
  });
});

test("an erasure takes name and number out of contacts and deals, and the way back of a conversion", async () => {
  const lead = await fixture.lead(amina);
  await convert({ lead_id: lead.id });
  const whom = { msisdn: "+254722000111", email: null };
  await fixture.ask("erasePerson", { body: whom }, "service");
  for (const kind of ["crmContacts", "deals", "leads"] as const)
    expect(await every(kind)).toMatchObject([{ name: "Erased", phone: "", email: "" }]);
  expect((await fixture.ask("undoConversion", { params: { id: lead.id } })).status).toBe(409);
});
