import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

const query = { phones: "+254712000193", emails: "" };

test("the conversations of everybody that was joined into one customer are one history", async () => {
  const one = await fixture.wrote("one", "My cooler is warm", { sender: { name: "Mwende" } });
  const two = await fixture.wrote("two", "Hello again", { sender: { name: "Mwende M" } });
  await fixture.wrote("three", "Another person", { sender: { name: "Juma" } });
  const params = { id: one.person_id };
  await fixture.ask("savePerson", { params, body: { msisdn: "0712000193", email: "Mwende@example.com" } });
  await fixture.act("mergePerson", one.person_id, "joy", { other: two.person_id });

  const { body: told } = await fixture.ask("customerEvents", { query });
  const records = told.data.map(({ record }: { record: number }) => record);
  expect(records.sort()).toEqual([one.contact_id, two.contact_id].sort());
  expect(told.data.map(({ text }: { text: string }) => text)).toContain("My cooler is warm");
  const { body: known } = await fixture.ask("customer", { query });
  expect(known).toMatchObject({ emails: ["mwende@example.com"], names: expect.arrayContaining(["Mwende"]) });
  expect(known.tasks).toHaveLength(2);
  // The address leads to the same customer, whatever its case.
  const byAddress = await fixture.ask("customerEvents", { query: { phones: "", emails: "MWENDE@example.com" } });
  expect(byAddress.body.data).toHaveLength(2);
});
