import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Pipeline } from "../../services/crm/contract.pipelines";
import type { CrmRecord, PipelineStage, RecordDetail, RecordStage } from "../../services/crm/contract.records";
import { remindOfRotting } from "../../services/crm/records/rotting";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const dealStages = async () =>
  (await fixture.ask("recordStages", { params: { kind: "deal" } })).body.data as RecordStage[];
const board = async (query: object = {}) =>
  (await fixture.ask("dealPipeline", { query })).body.stages as PipelineStage[];
const add = async (name: string) =>
  (await fixture.ask("createPipeline", { body: { kind: "deal", name } })).body as unknown as Pipeline;
const deal = async (body: object) => (await fixture.ask("createDeal", { body })).body as unknown as RecordDetail;

describe("pipelines", () => {
  test("have their own stages, boards and new deals; a deal moves from one to the other", async () => {
    const first = await deal({ name: "Ovens", value_cents: 100, currency: "KES" });
    const renewals = await add("Renewals");
    expect(renewals).toMatchObject({ kind: "deal", name: "Renewals", stages: 5, records: 0 });
    const second = await deal({ name: "Contract", pipeline_id: renewals.id, value_cents: 300, currency: "USD" });
    await deal({ name: "Other", pipeline_id: renewals.id, value_cents: 200, currency: "KES" });
    expect(second.pipeline_id).toBe(renewals.id);
    expect((await board())[0]?.cards.map(({ name }) => name)).toEqual(["Ovens"]);
    expect((await board({ pipeline: renewals.id }))[0]?.values).toEqual([
      { currency: "KES", cents: 200 },
      { currency: "USD", cents: 300 },
    ]);
    const listed = async (pipeline: number) =>
      ((await fixture.ask("deals", { query: { pipeline } })).body.data as CrmRecord[]).map(({ name }) => name).sort();
    expect(await listed(renewals.id)).toEqual(["Contract", "Other"]);
    const to = (await dealStages()).filter(({ pipeline_id }) => pipeline_id === renewals.id)[1];
    const moved = await fixture.ask("moveDeal", { body: { deal_id: first.id, stage_id: to?.id } });
    expect(moved.body).toMatchObject({ pipeline_id: renewals.id, stage: "Negotiation" });
    expect(await listed(renewals.id)).toEqual(["Contract", "Other", "Ovens"]);
  });

  test("two may have stages of one name; a pipeline with deals, or the last one, is not deleted", async () => {
    const pilots = await add("Pilots");
    expect((await fixture.ask("createPipeline", { body: { kind: "deal", name: "pilots" } })).status).toBe(422);
    const body = { name: "Demo", category: "working", pipeline_id: pilots.id };
    expect((await fixture.ask("createStage", { params: { kind: "deal" }, body })).status).toBe(201);
    expect((await fixture.ask("createStage", { params: { kind: "deal" }, body })).status).toBe(422);
    const first = (await dealStages())[0];
    const elsewhere = { name: "Demo", category: "working", pipeline_id: first?.pipeline_id };
    expect((await fixture.ask("createStage", { params: { kind: "deal" }, body: elsewhere })).status).toBe(201);
    const held = await deal({ name: "Held", pipeline_id: pilots.id });
    expect((await fixture.ask("deletePipeline", { params: { id: pilots.id } })).status).toBe(422);
    await fixture.ask("moveDeal", { body: { deal_id: held.id, stage_id: first?.id } });
    expect((await fixture.ask("deletePipeline", { params: { id: pilots.id } })).status).toBe(201);
    await fixture.lead({ name: "Only" });
    const all = (await fixture.ask("pipelines")).body.data as Pipeline[];
    const only = all.find(({ kind }) => kind === "lead");
    expect((await fixture.ask("deletePipeline", { params: { id: only?.id } })).status).toBe(422);
    expect((await fixture.ask("deletePipeline", { params: { id: only?.id } }, "other")).status).toBe(404);
  });

  test("a stage may ask for fields before a record leaves it, and a lost one goes all the same", async () => {
    const [first, second, ...others] = await fixture.stages();
    const form = { name: first?.name, category: "new", required_fields: ["phone", "value"] };
    await fixture.ask("updateLeadStage", { params: { id: first?.id }, body: form });
    const made = await fixture.lead({ name: "Bare" });
    const move = (stage_id: number | undefined, more: object = {}) =>
      fixture.ask("moveLead", { params: { lead_id: made.id }, body: { stage_id, ...more } });
    expect(await move(second?.id)).toMatchObject({
      status: 422,
      body: { errors: { stage_id: [`Fill in phone, value before it leaves ${first?.name}.`] } },
    });
    const lost = others.find(({ category }) => category === "lost");
    expect((await move(lost?.id, { lost_reason: "No budget" })).status).toBe(201);
    expect((await move(first?.id)).status).toBe(201);
    const body = { name: "Bare", phone: "0712000601", value_cents: 5, version: 3 };
    expect((await fixture.ask("updateContactDetails", { params: { id: made.id }, body })).status).toBe(201);
    const moved = await move(second?.id);
    expect(moved.status).toBe(201);
    const { stage_times } = moved.body as unknown as RecordDetail;
    expect(stage_times.map(({ stage }) => stage)).toEqual([first?.name, "Lost", first?.name]);
    expect(stage_times.every(({ entered_at, left_at }) => entered_at <= left_at)).toBe(true);
  });
});

test("what waits too long is told to its sales manager once, and again only when it was touched in between", async () => {
  const made = await fixture.lead({ name: "Slow" }, "seller");
  const told = async () =>
    (await fixture.rows(`select 1 from events.notices where kind = 'lead waiting' and subject_id = '${made.id}'`))
      .length;
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await fixture.ask("updateLeadStage", {
    params: { id: made.stage_id },
    body: { name: "New", category: "new", rot_days: 3 },
  });
  await remindOfRotting(fixture.database, inDays(2));
  expect(await told()).toBe(0);
  await Promise.all([remindOfRotting(fixture.database, inDays(4)), remindOfRotting(fixture.database, inDays(4))]);
  await remindOfRotting(fixture.database, inDays(5));
  expect(await told()).toBe(1);
});
