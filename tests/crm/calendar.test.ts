import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FeedEntry } from "../../services/crm/contract.calendar";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
let lead: { id: number };
const now = new Date("2026-11-24T06:00:00Z");
beforeEach(async () => {
  fixture = await crmStage(() => now);
  lead = await fixture.lead();
});
afterEach(() => fixture.close());

const renew = async (token: Token = "owner") => {
  const answer = await fixture.ask("renewCalendarFeed", {}, token);
  expect(answer.status).toBe(201);
  return answer.body.token as unknown as string;
};
const open = (secret: string) => fixture.ask("calendarEntries", { params: { token: secret } }, "none" as Token);
const entries = async (secret: string) => {
  const answer = await open(secret);
  expect(answer.status).toBe(200);
  return answer.body.entries as unknown as FeedEntry[];
};
const meet = async (more: object = {}) => {
  const times = { starts_at: "2026-11-25T06:30:00Z", ends_at: "2026-11-25T07:00:00Z" };
  return (await fixture.ask("addAppointment", { body: { id: lead.id, title: "Visit", ...times, ...more } })).body;
};

describe("a calendar feed", () => {
  test("has a person's own appointments and tasks of the last 90 days and to come", async () => {
    await meet({ place: "Moi Avenue" });
    await meet({ starts_at: "2026-08-01T06:00:00Z", ends_at: "2026-08-01T07:00:00Z", title: "Long ago" });
    await meet({ user_id: "2", title: "Of Otieno" });
    const task = { title: "Send the quotation", note: "By email", due_at: "2026-11-25T20:59:59.999Z" };
    await fixture.ask("addTask", { body: { ...task, due_on: "2026-11-25", record_id: lead.id } });
    expect(await entries(await renew())).toMatchObject([
      {
        kind: "appointment",
        title: "Visit: Amina Hassan",
        place: "Moi Avenue",
        cancelled: false,
        sequence: 0,
        day: null,
      },
      { kind: "task", title: "Send the quotation: Amina Hassan", text: "By email", day: "2026-11-25", ends_at: null },
    ]);
    expect(await entries(await renew("seller"))).toMatchObject([{ title: "Of Otieno: Amina Hassan" }]);
  });

  test("says what was changed, called off and done, each time with a higher number", async () => {
    const { id } = await meet();
    const task = (await fixture.ask("addTask", { body: { title: "Call", due_at: "2026-11-25T09:00:00Z" } })).body;
    const times = { starts_at: "2026-11-25T08:30:00Z", ends_at: "2026-11-25T09:00:00Z" };
    await fixture.ask("updateAppointment", { params: { id }, body: { title: "Visit", ...times } });
    await fixture.ask("updateAppointment", { params: { id }, body: { title: "Visit", ...times, state: "cancelled" } });
    await fixture.ask("completeTask", { params: { id: task.id }, body: {} });
    expect(await entries(await renew())).toMatchObject([
      { starts_at: "2026-11-25T08:30:00.000Z", cancelled: true, sequence: 2 },
      { title: "Done: Call", sequence: 1 },
    ]);
  });

  test("is at an address that is kept as its hash alone, and can be renewed and ended", async () => {
    await meet();
    expect((await fixture.ask("calendarFeed")).body).toMatchObject({ on: false });
    const first = await renew();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await fixture.rows("select * from crm.secret_links"))).not.toContain(first);
    expect(await entries(first)).toHaveLength(1);
    expect((await fixture.ask("calendarFeed")).body).toMatchObject({ on: true, read_at: expect.any(String) });
    const second = await renew();
    expect((await open(first)).status).toBe(404);
    expect(await entries(second)).toHaveLength(1);
    await fixture.ask("stopCalendarFeed");
    expect(await open(second)).toMatchObject({ status: 404, body: { message: "There is no such link." } });
    expect((await open("1")).status).toBe(404);
  });

  test("ends with the person's access, and shows no kind of record that they may not see", async () => {
    const deal = (await fixture.ask("createDeal", { body: { name: "Cold room" } })).body;
    await meet({ user_id: "2" });
    await meet({ id: deal.id, user_id: "2", title: "About the deal", overlap: true });
    await fixture.ask("addTask", {
      body: { title: "Ask", due_at: "2026-11-26T09:00:00Z", record_id: deal.id, user_id: "2" },
    });
    const secret = await renew("seller");
    expect((await entries(secret)).map(({ title }) => title)).toEqual(["Visit: Amina Hassan", "Ask"]);
    fixture.held.set("2", { roles: [], permissions: ["View crm deals"] });
    expect((await entries(secret)).map(({ title }) => title)).toEqual(["About the deal: Cold room", "Ask: Cold room"]);
    fixture.held.set("2", { roles: [], permissions: [] });
    expect((await open(secret)).status).toBe(404);
    fixture.held.delete("2");
    fixture.gone.add("2");
    expect((await open(secret)).status).toBe(404);
  });

  test("slows down whoever guesses addresses, and a calendar that asks again and again", async () => {
    const secret = await renew();
    const statuses = async (token: string) => {
      const found = new Set<number>();
      for (let asked = 0; asked < 70; asked++) found.add((await open(token)).status);
      return [...found];
    };
    expect(await statuses("A".repeat(43))).toEqual([404, 429]);
    expect(await statuses(secret)).toEqual([200, 429]);
  });
});
