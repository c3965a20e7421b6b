import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

/** What the account's activities say of a customer, in order. */
const written = (person: number) =>
  fixture.inside((trx) =>
    trx
      .selectFrom("events.activities")
      .select(["action", "description"])
      .where("subject", "=", "chat customer")
      .where("subject_id", "=", String(person))
      .orderBy("id")
      .execute(),
  );

test("who changed what is known of a customer stands in the activities, once for each change", async () => {
  const one = await fixture.wrote("one", "Hello", { sender: { name: "Mwende" } });
  const two = await fixture.wrote("two", "Hello", { sender: { name: "Mwende M" } });
  const params = { id: one.person_id };
  const save = (body: object) => fixture.ask("savePerson", { params, body });
  expect((await save({ name: "Mwende", email: "mwende@example.com", msisdn: "0712000193" })).status).toBe(201);
  // The same again is no change.
  await save({ name: "Mwende", email: "mwende@example.com", msisdn: "0712000193" });
  await save({ language: "sw" });
  await fixture.act("saveForm", one.contact_id, "joy", { form: { order: "4840" } });
  await fixture.act("saveForm", one.contact_id, "joy", { form: { order: "4840" } });
  await fixture.act("mergePerson", one.person_id, "joy", { other: two.person_id });
  await fixture.act("partPerson", one.person_id, "joy", { other: two.person_id });
  await save({ blocked: true });
  expect(await written(one.person_id)).toEqual([
    { action: "Customer changed", description: "Joy changed the email address and number of Mwende" },
    { action: "Customer changed", description: "Joy changed the language of Mwende" },
    { action: "Customer's form changed", description: "Joy changed the info form of Mwende: order" },
    { action: "Customers joined", description: "Joy joined Mwende and Mwende M" },
    { action: "Customers parted", description: "Joy parted Mwende and Mwende M" },
    { action: "Customer blocked", description: "Joy blocked Mwende in the chat" },
  ]);
  const { activities } = (await fixture.ask("contact", { params: { id: one.contact_id } })).body;
  expect(activities.map(({ description }: { description: string }) => description)).toContain(
    "Joy changed the info form",
  );
});
