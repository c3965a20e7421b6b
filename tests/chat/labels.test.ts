import { beforeEach, expect, test } from "vitest";
import { type ChatFixture, chatFixture, type Token } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const saved = (name: string, more: object = {}, token: Token = "fatuma") =>
  fixture.ask("saveLabel", { body: { name, colour: "green", ...more } }, token);
const label = async (name: string): Promise<number> => (await saved(name)).body.id;
const put = (contact: number, body: object, token: Token = "joy") => fixture.act("labelContact", contact, token, body);
const names = (labels: { name: string }[]) => labels.map(({ name }) => name);

test("an agent puts labels on a conversation and takes them off, what is so already stays, and the conversation tells", async () => {
  const [vip, refund] = [await label("VIP"), await label("Refund")];
  const { contact_id } = await fixture.wrote("a");
  const answer = await put(contact_id, { add: [vip, refund] });
  expect(answer.body.contact.labels).toEqual([
    { id: refund, name: "Refund", colour: "green" },
    { id: vip, name: "VIP", colour: "green" },
  ]);
  expect((await put(contact_id, { add: [vip], remove: [refund] })).status).toBe(201);
  expect((await put(contact_id, { remove: [refund] })).status).toBe(201);
  expect(names((await fixture.contact(contact_id)).labels)).toEqual(["VIP"]);
  const { activities } = (await fixture.ask("contact", { params: { id: contact_id } })).body;
  const said = activities.map(({ description }: { description: string }) => description);
  expect(said.filter((words: string) => words.includes("label"))).toEqual([
    "Joy added the label VIP",
    "Joy added the label Refund",
    "Joy removed the label Refund",
  ]);
  const told = (await fixture.events()).at(-1);
  expect(told?.body.contact).toMatchObject({ contact_id, labels: [{ name: "VIP" }] });
});

test("the inbox shows the conversations of one label, in every view", async () => {
  const vip = await label("VIP");
  const [one] = [await fixture.wrote("a"), await fixture.wrote("b")];
  await put(one.contact_id, { add: [vip] });
  for (const view of ["all", "waiting"]) {
    const { body } = await fixture.ask("contacts", { query: { view, label_id: vip } });
    expect(body.data.map(({ contact_id }: { contact_id: number }) => contact_id)).toEqual([one.contact_id]);
  }
  expect((await fixture.ask("inboxFilters", {})).body.labels).toEqual([{ id: vip, name: "VIP", colour: "green" }]);
});

test("a label that a conversation has is archived: the conversation keeps it, and no one else gets it", async () => {
  const [used, unused] = [await label("Used"), await label("Unused")];
  const { contact_id } = await fixture.wrote("a");
  const other = await fixture.wrote("b");
  await put(contact_id, { add: [used] });
  const remove = (id: number) => fixture.ask("removeLabel", { params: { id } }, "fatuma");
  expect((await remove(used)).body.message).toBe("The label was archived.");
  expect((await remove(unused)).body.message).toBe("The label was deleted.");
  expect((await remove(unused)).status).toBe(404);
  expect(names((await fixture.contact(contact_id)).labels)).toEqual(["Used"]);
  expect((await put(other.contact_id, { add: [used] })).status).toBe(422);
  const list = (await fixture.ask("labels", { query: {} }, "fatuma")).body.data;
  expect(list).toMatchObject([{ id: used, archived: true, used: 1 }]);
  // Brought back, it can be put on again.
  await saved("Used", { id: used, archived: false });
  expect((await put(other.contact_id, { add: [used] })).status).toBe(201);
});

test("names are there once, colours are of the set, and a changed name shows where it was put on", async () => {
  const vip = await label("VIP");
  const taken = await saved("vip");
  expect(taken.status).toBe(422);
  expect(taken.body.errors).toHaveProperty("name");
  expect((await saved("Other", { colour: "pink" })).body.errors).toHaveProperty("colour");
  const { contact_id } = await fixture.wrote("a");
  await put(contact_id, { add: [vip] });
  expect((await saved("Gold", { id: vip, colour: "amber" })).status).toBe(201);
  expect((await fixture.contact(contact_id)).labels).toEqual([{ id: vip, name: "Gold", colour: "amber" }]);
});

test("another account has its own: its labels can't be put on, changed or seen", async () => {
  const vip = await label("VIP");
  const theirs = await fixture.wrote("x", "Hello", { account: "200002" });
  expect((await put(theirs.contact_id, { add: [vip] }, "lakeside")).status).toBe(422);
  expect((await saved("Theirs", { id: vip }, "lakeside")).status).toBe(404);
  expect((await fixture.ask("labels", { query: {} }, "lakeside")).body.data).toEqual([]);
});

test("agents put labels on, and only who sets chat up makes them", async () => {
  expect((await saved("VIP", {}, "joy")).status).toBe(403);
  expect((await fixture.ask("labels", { query: {} }, "joy")).status).toBe(200);
});
