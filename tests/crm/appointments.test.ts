import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { appointmentTasks, reminderTask } from "../../services/crm/appointments/jobs";
import type { Appointment } from "../../services/crm/contract.appointments";
import { type CrmStage, crmStage, savanna } from "./fixture";

let now: Date;
let fixture: CrmStage;
let lead: { id: number };
beforeEach(async () => {
  now = new Date("2026-11-24T06:00:00Z");
  fixture = await crmStage(() => now);
  lead = await fixture.lead();
});
afterEach(() => fixture.close());

const body = <T>(answer: { status: number; body: object }, status = 201): T => {
  expect(answer).toMatchObject({ status });
  return answer.body as T;
};
const at = (time: string) => `2026-11-25T${time}:00Z`;
const visit = (more: object = {}) => ({ title: "Visit", starts_at: at("09:00"), ends_at: at("10:00"), ...more });
const add = (more: object = {}, token: Parameters<CrmStage["ask"]>[2] = "owner") =>
  fixture.ask("addAppointment", { body: { id: lead.id, ...visit(more) } }, token);
const change = (id: number, more: object = {}, token: Parameters<CrmStage["ask"]>[2] = "owner") =>
  fixture.ask("updateAppointment", { params: { id }, body: visit(more) }, token);
const listed = async (query: object = {}, token: Parameters<CrmStage["ask"]>[2] = "owner") =>
  body<{ data: Appointment[] }>(await fixture.ask("appointments", { query }, token), 200).data;
const titles = (found: Appointment[]) => found.map(({ title }) => title);

describe("an appointment", () => {
  test("is of who makes it, with its record, and stands among those to come until it is over", async () => {
    const made = body<Appointment>(await add({ title: "Later", starts_at: at("12:00"), ends_at: at("13:00") }));
    expect(made).toMatchObject({
      user_name: "Wanjiru Maina",
      record: { id: lead.id, kind: "lead" },
      state: "scheduled",
    });
    body(await add({ title: "Sooner" }));
    expect(titles(await listed())).toEqual(["Sooner", "Later"]);
    now = new Date("2026-11-25T11:00:00Z");
    expect(titles(await listed())).toEqual(["Later"]);
    expect(titles(await listed({ when: "past" }))).toEqual(["Sooner"]);
    body(await change(made.id, { title: "Later", starts_at: at("12:00"), ends_at: at("13:00"), state: "cancelled" }));
    expect(titles(await listed())).toEqual([]);
  });

  test("warns of an overlap, with a name, and is made all the same when that is wanted; touching is none", async () => {
    body(await add({ title: "Visit at Kilonzo Hardware" }));
    const second = await add({ starts_at: at("09:30"), ends_at: at("11:00") });
    expect(second).toMatchObject({ status: 409 });
    expect(second.body.message).toContain("Visit at Kilonzo Hardware");
    expect(await listed()).toHaveLength(1);
    body(await add({ starts_at: at("09:30"), ends_at: at("11:00"), overlap: true }));
    body(await add({ starts_at: at("11:00"), ends_at: at("11:30") }));
    // A colleague is free then.
    expect(body<Appointment>(await add({ user_id: "2" }))).toMatchObject({ user_name: "Otieno Ouma" });
  });

  test("is refused without an end after its start, with somebody who is not there, or with a record of another account", async () => {
    expect((await add({ ends_at: at("09:00") })).body.errors).toHaveProperty("ends_at");
    expect((await add({ user_id: "99" })).body.errors).toHaveProperty("user_id");
    expect((await add({ starts_at: "soon" })).body.errors).toHaveProperty("starts_at");
    expect((await add({}, "other")).status).toBe(404);
  });

  test("about a deal is shown to nobody who may not see deals", async () => {
    const deal = body<{ id: number }>(await fixture.ask("createDeal", { body: { name: "Cold room" } }));
    const made = body<Appointment>(await fixture.ask("addAppointment", { body: { id: deal.id, ...visit() } }));
    expect(await listed({}, "seller")).toEqual([]);
    expect((await fixture.ask("appointment", { params: { id: made.id } }, "seller")).status).toBe(403);
    expect((await change(made.id, {}, "seller")).status).toBe(403);
    expect((await change(made.id, {}, "other")).status).toBe(404);
  });
});

describe("the reminder", () => {
  const remind = (id: number) =>
    appointmentTasks(fixture.database, () => now)[reminderTask]?.({ account: savanna, id });
  const notices = () => fixture.rows<{ words: string }>("select words from events.notices");

  test("comes once, when it is due, and not before", async () => {
    const { id } = body<Appointment>(await add());
    await remind(id);
    expect(await notices()).toEqual([]);
    now = new Date("2026-11-25T08:00:00Z");
    await Promise.all([remind(id), remind(id)]);
    await remind(id);
    expect(await notices()).toEqual([{ words: "Visit, with Amina Hassan." }]);
  });

  test("does not come for one that was called off, moved or has begun", async () => {
    const { id } = body<Appointment>(await add());
    const moved = body<Appointment>(await add({ starts_at: at("15:00"), ends_at: at("16:00") }));
    body(await change(id, { state: "cancelled" }));
    now = new Date("2026-11-25T08:30:00Z");
    await remind(id);
    await remind(moved.id);
    now = new Date("2026-11-25T15:01:00Z");
    await remind(moved.id);
    expect(await notices()).toEqual([]);
  });
});

test("an erasure takes the appointments with a person", async () => {
  lead = await fixture.lead({ phone: "0722 000 111" });
  body(await add());
  await fixture.ask("erasePerson", { body: { msisdn: "+254722000111", email: null } }, "service");
  expect(await fixture.rows("select 1 from crm.appointments")).toEqual([]);
});
