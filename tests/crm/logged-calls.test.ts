import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoggedCall } from "../../services/crm/contract.calls";
import type { Conversion } from "../../services/crm/contract.contacts";
import type { Task } from "../../services/crm/contract.tasks";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
const now = new Date("2026-11-26T09:00:00Z");
beforeAll(async () => {
  fixture = await crmStage(() => now);
});
afterAll(() => fixture.close());

type Logged = { call: LoggedCall; task: Task | null };
const at = "2026-11-26T08:00:00.000Z";
const log = (id: number, more: object = {}, token: Token = "owner") =>
  fixture.ask("addLoggedCall", { body: { id, at, outcome: "connected", ...more } }, token);
const logged = async (id: number, more: object = {}, token: Token = "owner") => {
  const answer = await log(id, more, token);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as unknown as Logged;
};
const calls = async (id: number, token: Token = "owner") =>
  (await fixture.ask("loggedCalls", { params: { id }, query: {} }, token)).body.data as LoggedCall[];

test("a call is logged with its outcome and length, newest first, and the record is no longer forgotten", async () => {
  const { id } = await fixture.lead({ name: "Called" });
  await fixture.rows(`update crm.records set active_at = now() - interval '40 days' where id = ${id}`);
  await logged(id, { seconds: 720, note: "Wants a quote" }, "seller");
  await logged(id, { at: "2026-11-25T08:00:00Z", direction: "incoming", outcome: "wrong number" });
  expect(await calls(id)).toMatchObject([
    { at, outcome: "connected", direction: "outgoing", seconds: 720, note: "Wants a quote", by: "Otieno Ouma" },
    { outcome: "wrong number", direction: "incoming", seconds: null, own: true },
  ]);
  const found = await fixture.rows<{ active: boolean; version: number; phone: string }>(
    `select active_at > now() - interval '1 hour' as active, version from crm.records where id = ${id}`,
  );
  expect(found).toEqual([{ active: true, version: 1 }]);
});

test("a follow-up date adds a task of who logs it; a call that is refused adds none", async () => {
  const { id } = await fixture.lead({ name: "Amina" });
  const follow_up = { due_at: "2026-11-28T20:59:59.999Z", due_on: "2026-11-28" };
  const { task } = await logged(id, { note: "After the fair", follow_up }, "seller");
  expect(task).toMatchObject({
    ...{ title: "Call Amina back", note: "After the fair", due_on: "2026-11-28", user_id: "2" },
    record: { id },
  });
  const refused = await log(id, { at: "2026-11-27T08:00:00Z", follow_up });
  expect(refused).toMatchObject({ status: 422, body: { errors: { at: ["The call can't be in the future."] } } });
  expect((await fixture.ask("tasks", { query: { record: id } })).body.total).toBe(1);
  expect(await calls(id)).toHaveLength(1);
});

test("only who logged a call changes or deletes it, or who may change the settings of the CRM", async () => {
  const { id } = await fixture.lead({ name: "Shared" });
  const { call: mine } = await logged(id, {}, "seller");
  const { call: owners } = await logged(id);
  expect((await calls(id, "seller")).map((one) => [one.id, one.own])).toEqual([
    [owners.id, false],
    [mine.id, true],
  ]);
  const body = { at, outcome: "busy" };
  const change = (call: LoggedCall, token: Token) =>
    fixture.ask("updateLoggedCall", { params: { id: call.id }, body }, token);
  const remove = (call: LoggedCall, token: Token) =>
    fixture.ask("deleteLoggedCall", { params: { id: call.id } }, token);
  expect((await change(owners, "seller")).status).toBe(403);
  expect((await remove(owners, "seller")).status).toBe(403);
  expect(await change(mine, "seller")).toMatchObject({
    status: 201,
    body: { outcome: "busy", changed_at: expect.any(String) },
  });
  expect((await change(mine, "owner")).status).toBe(201);
  expect((await remove(mine, "owner")).status).toBe(201);
  expect((await change(mine, "owner")).status).toBe(404);
  expect((await calls(id)).map((one) => one.id)).toEqual([owners.id]);
  const { body: lead } = await fixture.ask("lead", { params: { id } });
  expect(lead.changes).toMatchObject([{ field: "Logged call", before: "Busy", by: "Wanjiru Maina" }]);
});

test("calls are of their account and of the kinds of records that one may see", async () => {
  const { id } = await fixture.lead({ name: "Ours" });
  const { call } = await logged(id);
  const made = await fixture.ask("createCrmContact", { body: { name: "A contact" } });
  expect((await log(Number(made.body.id), {}, "seller")).status).toBe(403);
  expect((await log(id, {}, "other")).status).toBe(404);
  expect((await fixture.ask("loggedCalls", { params: { id }, query: {} }, "other")).status).toBe(404);
  expect((await fixture.ask("deleteLoggedCall", { params: { id: call.id } }, "other")).status).toBe(404);
});

test("a conversion gives contact and deal the calls of the lead, which count once; its undo takes them away", async () => {
  const { id } = await fixture.lead({ name: "Converted" });
  await logged(id, { seconds: 60 }, "seller");
  const people = async () =>
    ((await fixture.ask("dealsSummary", { query: {} })).body.activities as { user_id: string; calls: number }[]).find(
      ({ user_id }) => user_id === "2",
    )?.calls;
  const before = await people();
  const contact = await fixture.ask("createCrmContact", { body: { name: "There before" } });
  const into = { lead_id: id, contact_id: Number(contact.body.id) };
  const made = (await fixture.ask("convertLead", { body: into })).body as unknown as Conversion;
  expect(await calls(made.contact.id)).toMatchObject([{ seconds: 60, by: "Otieno Ouma" }]);
  expect(await calls(made.deal?.id ?? 0)).toHaveLength(1);
  expect(await people()).toBe(before);
  expect((await fixture.ask("undoConversion", { params: { id } })).status).toBe(201);
  expect(await calls(made.contact.id)).toEqual([]);
  expect(await calls(id)).toHaveLength(1);
});
