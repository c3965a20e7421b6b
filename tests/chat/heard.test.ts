import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

const since = (seconds: number) => new Date(fixture.clock.now.getTime() - seconds * 1_000).toISOString();
const heard = async (phones: string[], emails: string[], from = since(60)) => {
  const body = { since: from, phones, emails };
  const found = (await fixture.ask("heardFrom", { body }, "service", "100001")).body.data as { contact: string }[];
  return found.map(({ contact }) => contact).sort();
};

test("who has written is known by number and by address, also as one of two customers that were joined", async () => {
  const one = await fixture.wrote("one", "Is it in stock?", { sender: { name: "Mwende" } });
  const two = await fixture.wrote("two", "Hello", { sender: { name: "Mwende M" } });
  const params = { id: one.person_id };
  await fixture.ask("savePerson", { params, body: { msisdn: "0712000193", email: "Mwende@example.com" } });
  expect(await heard(["+254712000193", "+254712000194"], ["mwende@example.com", "other@example.com"])).toEqual([
    "+254712000193",
    "mwende@example.com",
  ]);
  expect(await heard(["+254712000193"], [], new Date(fixture.clock.now.getTime() + 60_000).toISOString())).toEqual([]);
  // What the other one writes is theirs as well.
  await fixture.act("mergePerson", one.person_id, "joy", { other: two.person_id });
  await fixture.later(600);
  await fixture.write("two", "Hello again", { at: fixture.clock.now.getTime() });
  expect(await heard(["+254712000193"], [])).toEqual(["+254712000193"]);
});

test("an absence note is not heard", async () => {
  const sender = { name: "Nuru", msisdn: "+254712000196" };
  const contact = await fixture.wrote("four", "A question", { sender });
  await fixture.ask("savePerson", { params: { id: contact.person_id }, body: { msisdn: "0712000196", email: "" } });
  await fixture.later(600);
  await fixture.write("four", "Back on Monday", { at: fixture.clock.now.getTime(), machine: true });
  expect(await heard(["+254712000196"], [])).toEqual([]);
  await fixture.write("four", "I am back", { at: fixture.clock.now.getTime() });
  expect(await heard(["+254712000196"], [])).toEqual(["+254712000196"]);
});

test("what an agent writes is not heard, and nothing is heard in another account", async () => {
  const contact = await fixture.wrote("three", "A question", { sender: { name: "Juma", msisdn: "+254712000195" } });
  await fixture.ask("savePerson", { params: { id: contact.person_id }, body: { msisdn: "0712000195", email: "" } });
  const body = { since: since(3_600), phones: ["+254712000195"], emails: [] };
  expect((await fixture.ask("heardFrom", { body }, "service", "200002")).body.data).toEqual([]);
  await fixture.later(600);
  expect(await heard(["+254712000195"], [])).toEqual([]);
});
