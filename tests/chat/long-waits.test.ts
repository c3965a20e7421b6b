import { beforeEach, expect, test } from "vitest";
import { findEmail } from "../../rules/email";
import { noticePeopleFrom, noticesOf, workNotices } from "../setup/notices";
import { type ChatFixture, chatFixture, people, savanna } from "./fixture";

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

/** What Fatuma, who manages the team, and the owner were told; agents are told nothing. */
async function toldSupervisors(): Promise<string[]> {
  await workNotices(fixture.database, noticePeopleFrom(Object.values(people)));
  const notices = (await noticesOf(fixture.database.url, savanna)).filter(
    ({ kind }) => kind === "conversation waiting",
  );
  const toldTo = (user: string) => notices.filter(({ user_id }) => user_id === user).map(({ words }) => words);
  expect(toldTo("1")).toEqual(toldTo("4"));
  expect(notices.filter(({ user_id }) => !["1", "4"].includes(user_id))).toEqual([]);
  return toldTo("4");
}

test("who manages the team is notified once of a wait that is too long, whatever the channel, and sees it on the wall", async () => {
  await oneBusyAgent();
  const { contact_id } = await fixture.wrote("mwende", "Hello", { channel: "email", sender: { name: "Mwende" } });
  await pass(9);
  expect(await toldSupervisors()).toEqual([]);
  await pass(1);
  const words = "Mwende has waited longer than 10 minutes.";
  expect(await toldSupervisors()).toEqual([words]);
  await pass(30);
  expect(await toldSupervisors()).toEqual([words]);
  const { waiting } = (await fixture.ask("wall", {}, "fatuma")).body;
  expect(waiting).toMatchObject([{ contact_id, max_wait: 10 }]);
});

test("many who wait too long are one notice, and those who follow within ten minutes are the next", async () => {
  await oneBusyAgent();
  for (const one of ["a", "b", "c"]) await fixture.wrote(one);
  await pass(3);
  for (const one of ["d", "e"]) await fixture.wrote(one);
  await pass(7);
  const three = "3 customers have waited longer than the maximum wait.";
  expect(await toldSupervisors()).toEqual([three]);
  await pass(4);
  expect(await toldSupervisors()).toEqual([three]);
  await pass(6);
  expect(await toldSupervisors()).toEqual([three, "2 customers have waited longer than the maximum wait."]);
});

test("no one is notified outside business hours, or where no wait is too long", async () => {
  await oneBusyAgent();
  const closed = Array.from({ length: 7 }, () => []);
  await fixture.routing({ week: closed });
  await fixture.wrote("mwende");
  await pass(60);
  expect(await toldSupervisors()).toEqual([]);
  await fixture.routing({ week: null, wait_minutes: null });
  await pass(60);
  expect(await toldSupervisors()).toEqual([]);
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
