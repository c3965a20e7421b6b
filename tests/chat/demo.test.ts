import { afterAll, beforeAll, expect, test } from "vitest";
import { demoDatabase } from "../setup/demo";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture(await demoDatabase());
  fixture.clock.now = new Date();
}, 60_000);
afterAll(() => fixture.end());

test("the demo's desk has some weeks of conversations: four wait, the agent has five, some have no disposition yet", async () => {
  const { body } = await fixture.ask("contacts", { query: { view: "all", per_page: 200 } }, "owner");
  expect(body.data.length).toBeGreaterThan(60);
  expect(body.counts).toMatchObject({ waiting: 4, undisposed: 4, open: 10 });
  const kevin = (await fixture.ask("participants", { query: { q: "Kevin Kiptoo" } }, "owner")).body.data[0];
  // Nobody but the people of these tests is known to the identity they ask.
  expect(kevin?.conversations ?? 5).toBe(5);
  const said = new Set(body.data.map(({ disposition }: { disposition: string }) => disposition));
  expect(said).toContain("Delivery: Delivery delayed");
  const first = body.data.find(({ ended }: { ended: boolean }) => ended);
  expect((await fixture.messages(first.contact_id)).length).toBeGreaterThan(2);
  const { body: records } = await fixture.ask("breaks", { query: { per_page: 500 } }, "owner");
  expect(records.total).toBeGreaterThan(200);
});

test("who leads a team in the demo sees to its chat: the inbox, the team, the settings and the reports; an agent answers", async () => {
  const held = await fixture.inside(async (trx) => {
    const found = await trx
      .selectFrom("identity.users as u")
      .innerJoin("identity.roles as r", "r.id", "u.role_id")
      .select(["u.email", "r.permissions"])
      .execute();
    return new Map(
      found.map(({ email, permissions }) => [email, permissions.filter((one) => /chat/i.test(one)).sort()]),
    );
  });
  const led = [
    "Can view chat reports",
    "Manage chat settings",
    "Manage chat team",
    "View chat inbox",
    "View chat reports",
  ];
  expect(held.get("supervisor@savanna.test")).toEqual(led);
  expect(held.get("agent@savanna.test")).toEqual(["View chat inbox"]);
});
