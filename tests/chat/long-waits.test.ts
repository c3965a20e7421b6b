import { beforeEach, expect, test } from "vitest";
import { findEmail } from "../../rules/email";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

/** One agent with room for one, who is there and answers somebody else. */
async function oneBusyAgent(): Promise<void> {
  await fixture.routing({ wait_minutes: 10, active_conversations: 1 });
  await fixture.status("joy", "online");
  await fixture.wrote("served");
}

/** So many minutes pass, in which the agent stays. */
async function pass(minutes: number): Promise<void> {
  fixture.later(minutes * 60);
  await fixture.ask("heartbeat", {}, "joy");
  await fixture.sweep();
}

const systemWords = async (id: number) =>
  (await fixture.messages(id)).filter(({ author }) => author === "system").map(({ message }) => message);

test("who waits longer than the longest wait is told once that they need not stay, and keeps their place", async () => {
  await oneBusyAgent();
  const { contact_id } = await fixture.wrote("mwende");
  await pass(9);
  expect(await systemWords(contact_id)).toEqual([]);
  await pass(1);
  expect(await systemWords(contact_id)).toEqual([expect.stringContaining("write your email address here")]);
  await pass(30);
  expect(await systemWords(contact_id)).toHaveLength(1);
  expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, waiting_since: expect.any(Number) });
});

test("an address that they write then is where the answer goes too, and stays it", async () => {
  await oneBusyAgent();
  const { contact_id } = await fixture.wrote("mwende");
  await pass(10);
  await fixture.wrote("mwende", "It is mwende@example.com, thank you.");
  expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: "mwende@example.com" });
  await fixture.wrote("mwende", "Please hurry");
  expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: "mwende@example.com" });
});

test("an address that is known is told, in the customer's language", async () => {
  await oneBusyAgent();
  const sender = { name: "Mwende", email: "mwende@example.com", language: "sw" };
  const { contact_id } = await fixture.wrote("mwende", "Habari", { sender });
  await pass(10);
  expect(await systemWords(contact_id)).toEqual([expect.stringContaining("litatumwa pia kwa mwende@example.com")]);
  expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: "mwende@example.com" });
});

test("an address in an ordinary message changes nothing while somebody is there", async () => {
  await oneBusyAgent();
  const { contact_id } = await fixture.wrote("mwende", "I am mwende@example.com");
  expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: "" });
});

test("on a network they are told that the answer comes there; without a longest wait nothing is said", async () => {
  await oneBusyAgent();
  const { contact_id } = await fixture.wrote("254711000001", "Hello", { channel: "whatsapp" });
  await pass(10);
  expect(await systemWords(contact_id)).toEqual([expect.stringContaining("we answer here as soon as someone is free")]);
  await fixture.routing({ wait_minutes: null });
  const other = await fixture.wrote("otieno");
  await pass(60);
  expect(await systemWords(other.contact_id)).toEqual([]);
});

test("a customer who comes back into the queue waits from then on", async () => {
  await fixture.routing({ wait_minutes: 10 });
  await fixture.status("joy", "online");
  const { contact_id } = await fixture.wrote("mwende");
  expect((await fixture.contact(contact_id)).opened).toBe(true);
  await pass(20);
  await fixture.routing({ active_conversations: 1 });
  await fixture.wrote("other");
  await fixture.act("transferContact", contact_id, "joy", {});
  await pass(9);
  expect(await systemWords(contact_id)).toEqual([]);
  await pass(1);
  expect(await systemWords(contact_id)).toHaveLength(1);
});

test.each([
  ["It is mwende@example.com, thank you.", "mwende@example.com"],
  ["MWENDE@Example.com!", "mwende@example.com"],
  ["Mwende <mwende@example.co.ke>", "mwende@example.co.ke"],
  ["@mwende or a@b", undefined],
  ["no address", undefined],
])("the address in %j", (text, address) => {
  expect(findEmail(text)).toBe(address);
});
