import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomField } from "../../services/crm/contract.fields";
import type { RecordDetail } from "../../services/crm/contract.records";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
const start = new Date("2026-11-26T09:00:00Z");
let now = start;
beforeAll(async () => {
  fixture = await crmStage(() => now);
});
beforeEach(() => {
  now = start;
});
afterAll(() => fixture.close());

type ChangedRow = { change_id: number; changed: number[]; refused: { id: number; reason: string }[] };
const ask = (name: Parameters<CrmStage["ask"]>[0], input: object, token?: Token) => fixture.ask(name, input, token);
async function change(records: number[], what: object, type = "lead", token: Token = "owner"): Promise<ChangedRow> {
  const answer = await ask("changeRecords", { body: { type, records, change: what } }, token);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as unknown as ChangedRow;
}
const undo = (id: number, token: Token = "owner") => ask("undoBulkChange", { params: { id } }, token);
const lead = async (id: number) => (await ask("lead", { params: { id } })).body as unknown as RecordDetail;
const stageId = async (name: string) => (await fixture.stages()).find((one) => one.name === name)?.id ?? 0;
const leads = async (count: number) => {
  const made: RecordDetail[] = [];
  for (let at = 0; at < count; at += 1) made.push(await fixture.lead({ name: `Lead ${at}` }));
  return made.map(({ id }) => id) as [number, number, number];
};

test("a change of stage is undone for the records that are still there, and its times with it", async () => {
  const [one, other, gone] = await leads(3);
  const before = await lead(one);
  const stage_id = await stageId("Qualified");
  const { change_id, changed } = await change([one, other, gone, 99_999], { what: "stage", stage_id });
  expect(changed).toEqual([one, other, gone]);
  const move = async (to: string) =>
    ask("moveLead", { params: { lead_id: other }, body: { stage_id: await stageId(to) } });
  await move("Contacted");
  await move("Qualified");
  await fixture.rows(`delete from crm.records where id = ${gone}`);
  expect(await undo(change_id)).toMatchObject({ status: 200, body: { restored: 1, left: 1 } });
  const after = await lead(one);
  expect(after).toMatchObject({ stage: before.stage, stage_at: before.stage_at });
  expect(await fixture.rows(`select 1 from crm.stage_times where record_id = ${one}`)).toEqual([]);
  expect(after.changes.map((one) => `${one.before} to ${one.after}`)).toEqual(["Qualified to New", "New to Qualified"]);
  // Moved away and back by someone, it stays.
  expect((await lead(other)).stage).toBe("Qualified");
  expect(await undo(change_id)).toMatchObject({ status: 409, body: { message: "This change was undone already." } });
});

test("a record that can't leave its stage says why, and the others are moved", async () => {
  const [one, other] = await leads(2);
  const stage_id = await stageId("Lost");
  const lost = await change([one], { what: "stage", stage_id });
  expect(lost).toMatchObject({ change_id: null, changed: [], refused: [{ id: one, reason: "Say why it was lost." }] });
  const same = await change([other], { what: "stage", stage_id: (await lead(other)).stage_id });
  expect(same).toEqual({ change_id: null, changed: [], refused: [] });
});

test("a deal that is won by a change has the day, and none after the undo", async () => {
  const made = (await ask("createDeal", { body: { name: "Cold room" } })).body as unknown as RecordDetail;
  const stages = (await ask("recordStages", { params: { kind: "deal" } })).body.data as { id: number; name: string }[];
  const stage_id = stages.find(({ name }) => name === "Won")?.id;
  const { change_id } = await change([made.id], { what: "stage", stage_id }, "deal");
  const deal = async () => (await ask("deal", { params: { id: made.id } })).body;
  expect(await deal()).toMatchObject({ stage: "Won", won_on: "2026-11-26" });
  expect((await undo(change_id)).body).toEqual({ restored: 1, left: 0 });
  expect(await deal()).toMatchObject({ stage: made.stage, won_on: null });
});

test("records are given to a person of the account, and given back unless someone gave them on", async () => {
  const [one, other, own] = await leads(3);
  await ask("setSalesManager", { params: { id: own }, body: { sales_manager_id: "2" } });
  const { change_id, changed } = await change([one, other, own], { what: "sales manager", sales_manager_id: "2" });
  expect(changed).toEqual([one, other]);
  expect(await lead(one)).toMatchObject({ sales_manager: "Otieno Ouma" });
  await ask("setSalesManager", { params: { id: other }, body: { sales_manager_id: null } });
  expect((await undo(change_id)).body).toEqual({ restored: 1, left: 1 });
  expect(await lead(one)).toMatchObject({ sales_manager: "Wanjiru Maina", sales_manager_id: "1" });
  expect(await lead(other)).toMatchObject({ sales_manager: "" });
  expect((await lead(own)).sales_manager).toBe("Otieno Ouma");
  const body = { type: "lead", records: [one], change: { what: "sales manager", sales_manager_id: "999" } };
  expect((await ask("changeRecords", { body })).status).toBe(422);
});

test("a custom field is as it was, also where it was empty; what was changed since stays", async () => {
  const body = { kind: "lead", name: "Interest", type: "choice", choices: [{ label: "Hot" }, { label: "Cold" }] };
  const field = (await ask("createCustomField", { body })).body as unknown as CustomField;
  const idOf = (label: string) => field.choices.find((one) => one.label === label)?.id;
  const [empty, cold, since] = await leads(3);
  const set = (records: number[], label: string) => change(records, { what: "fields", custom: { [field.id]: label } });
  await set([cold], "Cold");
  const { change_id, changed } = await set([empty, cold, since], "Hot");
  expect(changed).toHaveLength(3);
  await set([since], "Cold");
  expect((await undo(change_id)).body).toEqual({ restored: 2, left: 1 });
  expect((await lead(empty)).custom).toEqual({});
  expect((await lead(cold)).custom).toEqual({ [field.id]: idOf("Cold") });
  expect((await lead(since)).custom).toEqual({ [field.id]: idOf("Cold") });
});

test("tags that were added go and those that were taken off come back, unless someone changed them since", async () => {
  const [one, other, third] = await leads(3);
  await ask("setRecordTags", { params: { id: third }, body: { type: "lead", tags: ["Fair"] } });
  const tagged = await ask("tagRecords", { body: { type: "lead", records: [one, other, third], names: ["Fair"] } });
  const added = tagged.body as unknown as ChangedRow;
  expect(added.changed).toEqual([one, other]);
  const names = async (id: number) => (await lead(id)).tags.map(({ name }) => name);
  await ask("setRecordTags", { params: { id: other }, body: { type: "lead", tags: [] } });
  expect((await undo(added.change_id)).body).toEqual({ restored: 1, left: 1 });
  expect([await names(one), await names(other), await names(third)]).toEqual([[], [], ["Fair"]]);
  const [tag] = (await lead(third)).tags;
  const body = { type: "lead", records: [third], remove: [tag?.id] };
  const removed = (await ask("tagRecords", { body })).body as unknown as ChangedRow;
  expect((await undo(removed.change_id)).body).toEqual({ restored: 1, left: 0 });
  expect(await names(third)).toEqual(["Fair"]);
});

test("an undo is possible for a day, in one's own account, for whoever may change the records", async () => {
  const made = (await ask("createDeal", { body: { name: "A deal" } })).body as unknown as RecordDetail;
  const given = { what: "sales manager", sales_manager_id: "2" };
  fixture.held.set("2", { roles: [], permissions: ["View crm leads", "View crm contacts", "View crm deals"] });
  const { change_id } = await change([made.id], given, "deal");
  expect((await undo(change_id, "seller")).status).toBe(403);
  expect((await undo(change_id, "other")).status).toBe(404);
  const body = { type: "deal", records: [made.id], change: given };
  expect((await ask("changeRecords", { body }, "seller")).status).toBe(403);
  expect((await ask("changeRecords", { body }, "other")).body).toMatchObject({ changed: [], change_id: null });
  now = new Date(start.getTime() + 25 * 3_600_000);
  expect((await undo(change_id)).body.message).toBe("A change can be undone for 24 hours. This one is older.");
  // What can't be undone any more goes with the next change.
  const [one] = await leads(1);
  await change([one], given);
  expect((await undo(change_id)).status).toBe(404);
});
