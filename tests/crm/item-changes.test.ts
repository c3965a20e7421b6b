import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Appointment } from "../../services/crm/contract.appointments";
import type { SequencePerson } from "../../services/crm/contract.enrolment";
import type { OrganisationDetail } from "../../services/crm/contract.organisations";
import type { Task } from "../../services/crm/contract.tasks";
import type { Token } from "./fixture";
import { emailStep, type SequenceStage, sequenceStage, smsStep } from "./sequences.fixture";

let stage: SequenceStage;
beforeEach(async () => {
  stage = await sequenceStage();
});
afterEach(() => stage.close());

type ChangedRow = { change_id: number; changed: number[]; refused: { id: number; reason: string }[] };
async function must<T>(status: number, ...asked: Parameters<SequenceStage["ask"]>): Promise<T> {
  const answer = await stage.ask(...asked);
  expect(answer).toMatchObject({ status });
  return answer.body as never;
}
const change = (items: number[], what: object, token?: Token) =>
  must<ChangedRow>(200, "changeItems", { body: { items, change: what } }, token);
const undo = (id: number, token?: Token) =>
  must<{ restored: number; left: number }>(200, "undoBulkChange", { params: { id } }, token);
const due = { due_at: "2026-11-27T09:00:00.000Z" };

describe("tasks", () => {
  const add = (form: object = {}) => must<Task>(201, "addTask", { body: { title: "Call", ...due, ...form } });
  const task = (id: number) => must<Task>(200, "task", { params: { id } });
  const complete = (id: number, done = true) => must(201, "completeTask", { params: { id }, body: { done } });

  test("are done together, and open as before after the undo unless someone changed them since", async () => {
    const [one, other, done] = [await add(), await add(), await add()];
    await complete(done.id);
    const { change_id, changed, refused } = await change([other.id, one.id, done.id, 99_999], { what: "task done" });
    expect(changed).toEqual([one.id, other.id]);
    expect(refused).toEqual([{ id: 99_999, reason: "There is no such task." }]);
    expect(await task(one.id)).toMatchObject({ done_by: "Wanjiru Maina", done_at: expect.any(String) });
    stage.clock.now = new Date(stage.clock.now.getTime() + 60_000);
    await complete(other.id, false);
    await complete(other.id);
    expect(await undo(change_id)).toEqual({ restored: 1, left: 1 });
    expect(await task(one.id)).toMatchObject({ done_at: null, done_by: "" });
    expect((await task(other.id)).done_at).not.toBeNull();
    expect((await task(done.id)).done_at).not.toBeNull();
    expect(await stage.ask("undoBulkChange", { params: { id: change_id } })).toMatchObject({ status: 409 });
  });

  test("are due on another day, and as before after the undo", async () => {
    const [one, other] = [await add(), await add()];
    const day = { due_at: "2026-11-30T20:59:59.999Z", due_on: "2026-11-30" };
    const { change_id } = await change([one.id, other.id], { what: "task due", ...day });
    expect(await task(one.id)).toMatchObject(day);
    expect((await change([one.id], { what: "task due", ...day })).change_id).toBeNull();
    await must(201, "updateTask", { params: { id: other.id }, body: { title: "Call", ...due } });
    expect(await undo(change_id)).toEqual({ restored: 1, left: 1 });
    expect(await task(one.id)).toMatchObject({ ...due, due_on: null });
    const odd = { items: [one.id], change: { what: "task due", due_at: "soon" } };
    expect((await stage.ask("changeItems", { body: odd })).status).toBe(422);
  });

  test("are given to another person, who is notified; one who is no colleague gets none", async () => {
    const lead = await stage.lead();
    const [one, other] = [await add({ title: "Visit", record_id: lead.id }), await add({ user_id: "2" })];
    await stage.rows("delete from events.notices");
    const { change_id, changed } = await change([one.id, other.id], { what: "task owner", user_id: "2" });
    expect(changed).toEqual([one.id]);
    expect(await task(one.id)).toMatchObject({ user_id: "2", user_name: "Otieno Ouma" });
    expect(await stage.rows("select user_id, kind, words from events.notices")).toEqual([
      { user_id: "2", kind: "task given", words: "Wanjiru Maina gave you a task: Visit" },
    ]);
    expect(await undo(change_id)).toEqual({ restored: 1, left: 0 });
    expect(await task(one.id)).toMatchObject({ user_id: "1", user_name: "Wanjiru Maina" });
    const body = { items: [one.id], change: { what: "task owner", user_id: "99" } };
    expect((await stage.ask("changeItems", { body })).status).toBe(422);
  });

  test("that one may not see are not changed, nor undone, nor those of another account", async () => {
    const own = await add({ title: "Own" });
    for (const token of ["seller", "other"] as const)
      expect(await change([own.id], { what: "task done" }, token)).toMatchObject({
        ...{ change_id: null, changed: [], refused: [{ id: own.id, reason: "There is no such task." }] },
      });
    const { change_id } = await change([own.id], { what: "task done" });
    expect(await undo(change_id, "seller")).toEqual({ restored: 0, left: 0 });
    expect((await stage.ask("undoBulkChange", { params: { id: change_id } }, "other")).status).toBe(404);
  });
});

describe("appointments", () => {
  const visit = (record: number, form: object = {}) =>
    must<Appointment>(201, "addAppointment", {
      body: { id: record, title: "Visit", starts_at: "2026-11-27T09:00:00Z", ends_at: "2026-11-27T10:00:00Z", ...form },
    });
  const state = async (id: number) => (await must<Appointment>(200, "appointment", { params: { id } })).state;

  test("are called off together, and back after the undo unless their time was given to another one", async () => {
    const lead = await stage.lead();
    const one = await visit(lead.id);
    const other = await visit(lead.id, { starts_at: "2026-11-28T09:00:00Z", ends_at: "2026-11-28T10:00:00Z" });
    const { change_id, changed } = await change([one.id, other.id], { what: "appointment cancelled" });
    expect(changed).toEqual([one.id, other.id]);
    expect(await state(one.id)).toBe("cancelled");
    expect((await change([one.id], { what: "appointment cancelled" })).change_id).toBeNull();
    await visit(lead.id, { title: "Another" });
    expect(await undo(change_id)).toEqual({ restored: 1, left: 1 });
    expect([await state(one.id), await state(other.id)]).toEqual(["cancelled", "scheduled"]);
  });

  test("about a deal are not for whoever may not see deals", async () => {
    const deal = await must<{ id: number }>(201, "createDeal", { body: { name: "Cold room" } });
    const { id } = await visit(deal.id);
    const { changed, refused } = await change([id], { what: "appointment cancelled" }, "seller");
    expect([changed, refused.length]).toEqual([[], 1]);
    expect(await state(id)).toBe("scheduled");
  });
});

describe("people of a sequence", () => {
  const person = async (lead: number) => (await stage.ofRecord(lead))[0] as SequencePerson;

  test("are paused and resumed together, and the undo of each is the other", async () => {
    const { id } = await stage.sequence([emailStep, smsStep]);
    const leads = [await stage.lead(), await stage.lead()];
    await stage.enrol(
      id,
      leads.map((one) => one.id),
    );
    const ids = await Promise.all(leads.map(async (one) => (await person(one.id)).id));
    const paused = await change(ids, { what: "sequence paused" });
    expect(paused.changed.toSorted()).toEqual(ids.toSorted());
    expect((await person(leads[0]?.id ?? 0)).paused_at).not.toBeNull();
    await must(201, "pauseSequencePerson", { params: { id: ids[1] }, body: { paused: false } });
    expect(await undo(paused.change_id)).toEqual({ restored: 1, left: 1 });
    expect((await person(leads[0]?.id ?? 0)).paused_at).toBeNull();
    expect((await change(ids, { what: "sequence resumed" })).change_id).toBeNull();
  });

  test("are taken out together, and go on where they were after the undo unless they are in another one", async () => {
    const { id } = await stage.sequence([emailStep, smsStep]);
    const leads = [await stage.lead(), await stage.lead()] as const;
    await stage.enrol(
      id,
      leads.map((one) => one.id),
    );
    await stage.work();
    const before = await person(leads[0].id);
    await must(201, "pauseSequencePerson", { params: { id: before.id }, body: { paused: true } });
    const ids = [before.id, (await person(leads[1].id)).id];
    const { change_id } = await change(ids, { what: "sequence ended" });
    expect((await person(leads[0].id)).state).toBe("taken_out");
    expect((await change(ids, { what: "sequence ended" })).refused.map(({ reason }) => reason)).toEqual([
      "It is not in the sequence any more.",
      "It is not in the sequence any more.",
    ]);
    const next = await stage.sequence([emailStep]);
    await stage.enrol(next.id, [leads[1].id]);
    expect(await undo(change_id)).toEqual({ restored: 1, left: 1 });
    expect(await person(leads[0].id)).toMatchObject({
      ...{ state: "active", next: before.next, done: 1, paused_by: "Wanjiru Maina", ended_at: null, reason: "" },
    });
    await must(201, "pauseSequencePerson", { params: { id: before.id }, body: { paused: false } });
    await stage.later(6);
    expect(stage.sent.filter(({ to }) => to === leads[0].phone)).toHaveLength(1);
  });
});

describe("contacts that are moved to a stage of those who are customers no more", () => {
  test("go on in their sequence where they were after the undo, unless it ended otherwise", async () => {
    const { id } = await stage.sequence([emailStep, smsStep]);
    const add = async (at: number) => {
      const form = { name: "Amina Hassan", phone: `+25474100000${at}`, email: `amina${at}@duka.test` };
      return (await must<{ id: number }>(201, "createCrmContact", { body: form })).id;
    };
    const [one, out] = [await add(1), await add(2)];
    const person = async (record: number) => (await stage.ofRecord(record))[0] as SequencePerson;
    await must(201, "enrol", { params: { id }, body: { type: "contact", records: [one, out] } });
    await stage.work();
    const before = await person(one);
    await change([(await person(out)).id], { what: "sequence ended" });
    const stages = await must<{ data: { id: number; name: string }[] }>(200, "recordStages", {
      params: { kind: "contact" },
    });
    const stage_id = stages.data.find(({ name }) => name === "Former")?.id;
    const moved = await must<ChangedRow>(200, "changeRecords", {
      body: { type: "contact", records: [one, out], change: { what: "stage", stage_id } },
    });
    expect(moved.changed).toEqual([one, out]);
    expect(await person(one)).toMatchObject({ state: "ended", reason: "Moved to Former.", next: null });
    expect(await undo(moved.change_id)).toEqual({ restored: 2, left: 0 });
    expect(await person(one)).toMatchObject({
      ...{ state: "active", next: before.next, done: 1, ended_at: null, reason: "" },
    });
    expect((await person(out)).state).toBe("taken_out");
    await stage.later(6);
    expect(stage.sent.filter(({ kind }) => kind === "sms").map(({ to }) => to)).toEqual(["+254741000001"]);
  });
});

describe("organisations", () => {
  const add = (name: string) => must<OrganisationDetail>(201, "createOrganisation", { body: { name } });
  const manager = async (id: number) =>
    (await must<OrganisationDetail>(200, "organisation", { params: { id } })).sales_manager;

  test("are given to a person, and given back unless someone gave them on or deleted them", async () => {
    const [one, other, gone] = [await add("Acacia"), await add("Baobab"), await add("Cedar")];
    const given = { what: "organisation manager", sales_manager_id: "2" };
    const { change_id, changed } = await change([one.id, other.id, gone.id], given);
    expect(changed).toEqual([one.id, other.id, gone.id]);
    expect(await manager(one.id)).toBe("Otieno Ouma");
    expect((await change([one.id], given)).change_id).toBeNull();
    await must(201, "setOrganisationManager", { params: { id: other.id }, body: { sales_manager_id: null } });
    await must(200, "deleteOrganisation", { params: { id: gone.id }, query: {} });
    expect(await undo(change_id)).toEqual({ restored: 1, left: 1 });
    expect([await manager(one.id), await manager(other.id)]).toEqual(["Wanjiru Maina", ""]);
    const body = { items: [one.id], change: { ...given, sales_manager_id: "99" } };
    expect((await stage.ask("changeItems", { body })).status).toBe(422);
    // Organisations are for whoever may see contacts.
    expect((await stage.ask("changeItems", { body: { items: [one.id], change: given } }, "seller")).status).toBe(403);
    const next = await change([one.id], given);
    expect((await stage.ask("undoBulkChange", { params: { id: next.change_id } }, "seller")).status).toBe(403);
  });
});
