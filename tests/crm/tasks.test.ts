import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Conversion } from "../../services/crm/contract.contacts";
import type { Task } from "../../services/crm/contract.tasks";
import { dueTask, taskJobs } from "../../services/crm/tasks/jobs";
import { asOwner } from "../setup/database";
import { type CrmStage, crmStage, savanna, type Token } from "./fixture";

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
const due = (time: string) => ({ due_at: `2026-11-25T${time}:00.000Z` });
const add = async (more: object = {}, token: Token = "owner") =>
  body<Task>(await fixture.ask("addTask", { body: { title: "Send the quotation", ...due("09:00"), ...more } }, token));
const complete = (id: number, done = true, token: Token = "owner") =>
  fixture.ask("completeTask", { params: { id }, body: { done } }, token);
const listed = async (query: object = {}, token: Token = "owner") =>
  body<{ data: Task[] }>(await fixture.ask("tasks", { query }, token), 200).data.map(({ title }) => title);

describe("a task", () => {
  test("is of who adds it unless someone else is named, and about a record or none", async () => {
    expect(await add()).toMatchObject({ user_name: "Wanjiru Maina", record: null, done_at: null });
    expect(await add({ record_id: lead.id, user_id: "2" })).toMatchObject({
      user_name: "Otieno Ouma",
      record: { id: lead.id, kind: "lead", name: "Amina Hassan" },
    });
  });

  test("stands among the open ones by when it is due, is late from then on, and is done until someone says it is not", async () => {
    const later = await add({ title: "Later", ...due("12:00") });
    await add({ title: "Sooner" });
    expect(await listed()).toEqual(["Sooner", "Later"]);
    expect(await listed({ when: "late" })).toEqual([]);
    now = new Date("2026-11-25T09:00:00Z");
    expect(await listed({ when: "late" })).toEqual(["Sooner"]);
    expect(body<Task>(await complete(later.id))).toMatchObject({
      done_by: "Wanjiru Maina",
      done_at: now.toISOString(),
    });
    expect(await listed()).toEqual(["Sooner"]);
    expect(await listed({ when: "done" })).toEqual(["Later"]);
    expect(body<Task>(await complete(later.id, false))).toMatchObject({ done_by: "", done_at: null });
    expect(await listed()).toEqual(["Sooner", "Later"]);
  });

  test("done twice is done once", async () => {
    const { id } = await add();
    await Promise.all([complete(id), complete(id)]);
    const said = await fixture.rows("select 1 from events.activities where action = 'Task done'");
    expect(said).toHaveLength(1);
  });

  test("keeps its person when it is changed, and gets another where one is named", async () => {
    const { id } = await add({ user_id: "2", record_id: lead.id });
    const changed = await fixture.ask("updateTask", {
      params: { id },
      body: { title: "Call", note: "Before noon", ...due("10:00"), user_id: "2" },
    });
    expect(changed.body).toMatchObject({ title: "Call", note: "Before noon", user_name: "Otieno Ouma" });
    const given = await fixture.ask("updateTask", { params: { id }, body: { title: "Call", ...due("10:00") } });
    expect(given.body).toMatchObject({ user_name: "Wanjiru Maina" });
  });

  test("is refused without words, without a moment, of no one, or about a record of another account", async () => {
    const refused = async (more: object, token: Token = "owner") =>
      fixture.ask("addTask", { body: { title: "Call", ...due("09:00"), ...more } }, token);
    expect((await refused({ title: " " })).body.errors).toHaveProperty("title");
    for (const due_at of ["soon", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:00"])
      expect((await refused({ due_at })).body.errors).toHaveProperty("due_at");
    expect((await refused({ due_on: "2026-02-30" })).body.errors).toHaveProperty("due_on");
    expect((await refused({ user_id: "99" })).body.errors).toHaveProperty("user_id");
    expect((await refused({ record_id: lead.id }, "other")).status).toBe(404);
  });

  test("about a deal is shown to no one who may not see deals; about none, to those whom it concerns", async () => {
    const deal = body<{ id: number }>(await fixture.ask("createDeal", { body: { name: "Cold room" } }));
    const { id } = await add({ title: "Deal", record_id: deal.id });
    const own = await add({ title: "Own" });
    await add({ title: "Lead", record_id: lead.id });
    await add({ title: "Given", user_id: "2" });
    expect(await listed({}, "seller")).toEqual(["Lead", "Given"]);
    for (const hidden of [id, own.id]) {
      expect((await fixture.ask("task", { params: { id: hidden } }, "seller")).status).toBe(404);
      expect((await complete(hidden, true, "seller")).status).toBe(404);
      expect((await complete(hidden, true, "other")).status).toBe(404);
    }
    const about = await fixture.ask(
      "addTask",
      { body: { title: "Ask", ...due("09:00"), record_id: deal.id } },
      "seller",
    );
    expect(about.status).toBe(403);
  });

  test("is seen and done by whose it is, without the record where they may not see that", async () => {
    const deal = body<{ id: number }>(await fixture.ask("createDeal", { body: { name: "Cold room" } }));
    const { id } = await add({ title: "Ask", record_id: deal.id, user_id: "2" });
    expect(await listed({}, "seller")).toEqual(["Ask"]);
    expect(body<Task>(await complete(id, true, "seller"))).toMatchObject({ record: null, done_by: "Otieno Ouma" });
    expect((await fixture.ask("task", { params: { id } }, "seller")).body).toMatchObject({ record: null });
    expect((await fixture.ask("task", { params: { id } })).body).toMatchObject({ record: { id: deal.id } });
  });

  test("keeps its moment in any offset, and its day", async () => {
    expect(await add({ due_at: "2026-11-25T12:00:00+20:00" })).toMatchObject({ due_at: "2026-11-24T16:00:00.000Z" });
    const { id } = await add({ due_at: "2026-11-25T20:59:59.999Z", due_on: "2026-11-25" });
    expect((await fixture.ask("task", { params: { id } })).body).toMatchObject({ due_on: "2026-11-25" });
  });

  test("is something done with its record", async () => {
    const active = () => fixture.rows<{ active_at: Date }>(`select active_at from crm.records where id = ${lead.id}`);
    const [before] = await active();
    await add({ record_id: lead.id });
    const [after] = await active();
    expect(Number(after?.active_at)).toBeGreaterThan(Number(before?.active_at));
  });
});

test("a person's day has their open tasks until its end, those done since it began, and its appointments", async () => {
  await add({ title: "Late", due_at: "2026-11-20T09:00:00Z" });
  await add({ title: "Soon", record_id: lead.id });
  await add({ title: "Next month", due_at: "2026-12-20T09:00:00Z" });
  await add({ title: "Of Otieno", user_id: "2", record_id: lead.id });
  const { id } = await add({ title: "Done" });
  await complete(id);
  for (const [title, hour] of [
    ["Visit", "2026-11-24T10"],
    ["Too late", "2026-12-24T10"],
  ])
    body(
      await fixture.ask("addAppointment", {
        body: { id: lead.id, title, starts_at: `${hour}:00:00Z`, ends_at: `${hour}:30:00Z` },
      }),
    );
  type Day = { open: Task[]; done: Task[]; appointments: { title: string }[] };
  const day = async (owner?: string, token: Token = "owner") => {
    const query = { owner, since: "2026-11-23T21:00:00Z", until: "2026-12-01T20:59:59Z" };
    const { open, done, appointments } = body<Day>(await fixture.ask("dayTasks", { query }, token), 200);
    return [open, done, appointments].map((found) => found.map(({ title }) => title));
  };
  expect(await day()).toEqual([["Late", "Soon"], ["Done"], ["Visit"]]);
  expect(await day("2")).toEqual([["Of Otieno"], [], []]);
  expect(await day(undefined, "seller")).toEqual([["Of Otieno"], [], []]);
});

describe("the bell", () => {
  const ring = ({ id, due_at }: Task) => taskJobs(fixture.database)[dueTask]?.({ account: savanna, id, due_at });
  const notices = () => fixture.rows<{ words: string }>("select words from events.notices");
  const queued = async () => {
    const { rows } = await asOwner(
      fixture.database.url,
      `select j.run_at from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = '${dueTask}'`,
    );
    return rows.map(({ run_at }) => new Date(run_at).toISOString());
  };

  test("rings once, at the moment, or in the morning of the day", async () => {
    const task = await add();
    expect(await queued()).toEqual(["2026-11-25T09:00:00.000Z"]);
    await Promise.all([ring(task), ring(task)]);
    await ring(task);
    expect(await notices()).toEqual([{ words: "Send the quotation is due." }]);
    await add({ due_at: "2026-11-26T20:59:59.999Z", due_on: "2026-11-26" });
    expect((await queued()).sort()).toEqual(["2026-11-25T09:00:00.000Z", "2026-11-26T05:00:00.000Z"]);
  });

  test("rings for whom a task is given to, each time, and not for who gives it", async () => {
    const { id } = await add({ user_id: "2", record_id: lead.id });
    await add();
    for (const user_id of ["2", null, "2"]) {
      now = new Date(now.getTime() + 1000);
      body(await fixture.ask("updateTask", { params: { id }, body: { title: "Call", ...due("09:00"), user_id } }));
    }
    expect(await fixture.rows("select user_id, words from events.notices order by id")).toEqual([
      { user_id: "2", words: "Wanjiru Maina gave you a task: Send the quotation" },
      { user_id: "2", words: "Wanjiru Maina gave you a task: Call" },
    ]);
  });

  test("does not ring for a task that was moved, is done, or was late when it was added", async () => {
    const moved = await add();
    body(await fixture.ask("updateTask", { params: { id: moved.id }, body: { title: "Later", ...due("15:00") } }));
    expect(await queued()).toEqual(["2026-11-25T15:00:00.000Z"]);
    await ring(moved);
    const ended = await add();
    await complete(ended.id);
    await ring(ended);
    await add({ due_at: "2026-11-20T09:00:00Z" });
    expect(await queued()).toHaveLength(2);
    expect(await notices()).toEqual([]);
  });
});

test("the customer page's part has open tasks about them, those that are late apart", async () => {
  lead = await fixture.lead({ phone: "0722 000 111" });
  const { id } = await add({ record_id: lead.id, due_at: "2099-01-01T09:00:00Z" });
  const late = await add({ record_id: lead.id, due_at: "2020-01-01T09:00:00Z" });
  const tasks = async () => {
    const { body } = await fixture.ask("customer", { query: { phones: "+254722000111", emails: "" } });
    return (body.tasks as { kind: string; record: number }[]).filter(({ kind }) => kind.startsWith("task"));
  };
  expect(await tasks()).toMatchObject([
    { kind: "task overdue", record: late.id },
    { kind: "task", record: id },
  ]);
  await complete(id);
  await complete(late.id);
  expect(await tasks()).toEqual([]);
});

describe("the tasks of a lead that is converted", () => {
  const about = async (record: number) => (await listed({ record })).sort();
  const convert = async (more: object = {}) => {
    const form = { lead_id: lead.id, ...more };
    const made = body<Conversion>(await fixture.ask("convertLead", { body: form }));
    return { contact: made.contact.id, deal: made.deal?.id ?? 0 };
  };
  const undo = async () => body(await fixture.ask("undoConversion", { params: { id: lead.id } }));

  test("go to its deal, and back to the lead with those added since", async () => {
    await add({ title: "Ask", record_id: lead.id });
    const { contact, deal } = await convert();
    expect([await about(lead.id), await about(contact), await about(deal)]).toEqual([[], [], ["Ask"]]);
    await add({ title: "Visit", record_id: deal });
    await add({ title: "Write", record_id: contact });
    await undo();
    expect(await about(lead.id)).toEqual(["Ask", "Visit", "Write"]);
  });

  test("go to its contact where there is no deal; back go those of the lead alone", async () => {
    const there = body<{ id: number }>(await fixture.ask("createCrmContact", { body: { name: "Amina" } }));
    await add({ title: "Own", record_id: there.id });
    await add({ title: "Ask", record_id: lead.id });
    await convert({ contact_id: there.id, take: [], deal: false });
    expect([await about(lead.id), await about(there.id)]).toEqual([[], ["Ask", "Own"]]);
    await undo();
    expect([await about(lead.id), await about(there.id)]).toEqual([["Ask"], ["Own"]]);
  });

  test("are erased with the person, wherever they went", async () => {
    lead = await fixture.lead({ phone: "0722 000 111" });
    const there = body<{ id: number }>(await fixture.ask("createCrmContact", { body: { name: "Hassan Ltd" } }));
    await add({ title: "Own", record_id: there.id });
    await add({ title: "Ask", record_id: lead.id });
    await convert({ contact_id: there.id, take: [], deal: false });
    await fixture.ask("erasePerson", { body: { msisdn: "+254722000111", email: null } }, "service");
    expect(await about(there.id)).toEqual(["Own"]);
  });
});

test("an erasure takes the tasks with a person", async () => {
  lead = await fixture.lead({ phone: "0722 000 111" });
  await add({ record_id: lead.id, note: "Amina asked twice" });
  await fixture.ask("erasePerson", { body: { msisdn: "+254722000111", email: null } }, "service");
  expect(await fixture.rows("select 1 from crm.tasks")).toEqual([]);
});
