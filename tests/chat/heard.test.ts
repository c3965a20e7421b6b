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

test("a conversation on WhatsApp is open to others until 24 hours after the customer wrote, and while it runs", async () => {
  const open = async (msisdn: string) =>
    (await fixture.ask("openConversation", { body: { msisdn } }, "service", "100001")).body;
  const contact = await fixture.wrote("254712000197", "Do you have it?", {
    channel: "whatsapp",
    sender: { name: "Neema" },
  });
  const until = Math.floor(fixture.clock.now.getTime() / 1_000) + 86_400;
  expect(await open("+254712000197")).toMatchObject({
    contact_id: contact.contact_id,
    until: expect.closeTo(until, -2),
  });
  expect((await open("+254712000198")).contact_id).toBeNull();
  const other = await fixture.ask("openConversation", { body: { msisdn: "+254712000197" } }, "service", "200002");
  expect(other.body.contact_id).toBeNull();
  // A file that was kept goes in one message with the words.
  const file = { id: crypto.randomUUID(), name: "quote-1.pdf", type: "application/pdf", bytes: 1_000 };
  const author = { id: null, name: "Wanjiru" };
  const body = {
    contact_id: contact.contact_id,
    request_id: "q".repeat(32),
    message: "Here it is.",
    author,
    check: false,
  };
  for (const _ of [1, 2])
    expect((await fixture.ask("writeFor", { body: { ...body, file } }, "service", "100001")).status).toBe(201);
  const { data } = (await fixture.ask("messages", { params: { id: contact.contact_id } })).body;
  const ours = data.filter((one: { isAdmin: boolean; file_name: string }) => one.file_name !== "");
  expect(ours).toMatchObject([{ type: "file", message: "Here it is.", file_name: "quote-1.pdf" }]);
  const huge = { ...file, bytes: 200_000_000 };
  const refused = await fixture.ask(
    "writeFor",
    { body: { ...body, request_id: "h".repeat(32), file: huge } },
    "service",
    "100001",
  );
  expect(refused).toMatchObject({ status: 406, body: { message: expect.stringContaining("is larger") } });
  await fixture.later(86_400);
  expect((await open("+254712000197")).contact_id).toBeNull();
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
