import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { savanna, type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

test("the menus offer every name there is, a child under its parent, and people without anybody having made them known", async () => {
  const delivery = (await fixture.ask("saveDisposition", { body: { name: "Delivery" } })).body.id;
  const late = (await fixture.ask("saveDisposition", { body: { name: "Late", parent_id: delivery } })).body.id;
  const group = (await fixture.ask("createGroup", { body: { name: "Counter" } })).body.id;
  const policy = (await fixture.ask("savePolicy", { body: { name: "Ordinary", resolution_minutes: 480 } })).body.id;
  const { body } = await fixture.ask("choices", {}, "kevin");
  expect(body.boards).toMatchObject([{ name: "Tickets", stages: [{ name: "New" }, {}, {}, {}, { name: "Closed" }] }]);
  expect(body.types.map(({ name }) => name)).toEqual(["Complaint", "Incident", "Question", "Request"]);
  expect(body.dispositions).toEqual([{ id: delivery, name: "Delivery", items: [{ id: late, name: "Late" }] }]);
  expect(body.groups).toEqual([{ id: group, name: "Counter" }]);
  expect(body.policies).toEqual([{ id: policy, name: "Ordinary" }]);
  expect(body.users).toContainEqual({ id: "2", name: "Otieno" });
  expect(body.users.map(({ name }) => name)).not.toContain("Achieng");
  expect(body.grid).toHaveLength(9);
});

test("people are written down when they are new or renamed, and not touched otherwise", async () => {
  const written = () =>
    fixture.inside((trx) =>
      sql<{ user_id: string; name: string; version: string }>`
        select user_id, name, xmin::text || '/' || xmax::text as version from ticketing.people
        where customer_account = ${savanna} order by user_id`.execute(trx),
    );
  await fixture.ask("users");
  const before = (await written()).rows;
  await fixture.ask("users");
  await fixture.ask("choices");
  expect((await written()).rows).toEqual(before);
  fixture.rename("2", "Otieno Odhiambo");
  expect((await fixture.ask("choices")).body.users).toContainEqual({ id: "2", name: "Otieno Odhiambo" });
  fixture.rename("2", "Otieno");
  expect((await fixture.ask("choices")).body.users).toContainEqual({ id: "2", name: "Otieno" });
});

test("a person's open tickets are those given to them that are neither done nor gone", async () => {
  const given = { member_ids: ["4"] };
  await fixture.open({ ...given, stage_id: 1 });
  await fixture.open({ ...given, stage_id: 3 });
  await fixture.open({ ...given, stage_id: 4 });
  await fixture.open({ ...given, stage_id: 5 });
  const gone = await fixture.open(given);
  await fixture.ask("destroyTicket", { params: { id: gone.id } });
  await fixture.open({ member_ids: ["2"] });
  const { data } = (await fixture.ask("users", { query: { q: "fatuma" } })).body;
  expect(data).toMatchObject([{ id: "4", open_tickets: 2 }]);
});

test("a saved view says how many tickets it shows the one who looks, each its own number", async () => {
  await fixture.open({ subject: "Till one", priority_id: 5, member_ids: ["3"] });
  await fixture.open({ subject: "Till two", priority_id: 5 });
  const counts = async (token: "owner" | "kevin", queries: string[]) =>
    (await fixture.ask("viewCounts", { body: { queries } }, token)).body.counts;
  const queries = ["priority=5", "member=3", "priority=5&member=2", "nothing=of&priority=our", ""];
  const [urgent, kevins, none, odd, all] = await counts("owner", queries);
  expect([urgent, kevins, none]).toEqual([2, 1, 0]);
  expect(odd, "a filter that is none leaves nothing out").toBe(all);
  expect((await counts("kevin", queries)).slice(0, 3)).toEqual([1, 1, 0]);
  expect(await counts("owner", [])).toEqual([]);
});

test("the menus are read in one message, however many they are, and however large the team", async () => {
  fixture.hire(600);
  await fixture.ask("choices");
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    await fixture.ask("choices");
    expect(sent).toHaveBeenCalledTimes(1);
  } finally {
    sent.mockRestore();
    fixture.hire(0);
  }
});
