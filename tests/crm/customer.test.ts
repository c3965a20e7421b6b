import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const amina = { phones: "+254722000111", emails: "" };
const profile = async (query: object = amina, token: Token = "owner") =>
  (await fixture.ask("customer", { query }, token)).body as unknown as CustomerProfile;
const events = async (query: object = amina, token: Token = "owner") =>
  (await fixture.ask("customerEvents", { query }, token)).body as unknown as CustomerEvents;

test("leads, contacts, their deals, notes and sales of one customer are one history, for whoever may see the kinds", async () => {
  await fixture.lead({ phone: "0722 000 111", company: "Hassan Ltd" });
  const made = await fixture.ask("createCrmContact", {
    body: { name: "Amina H", phone: "0722000111", email: "Amina@Hassan.test" },
  });
  const contact = Number(made.body.id);
  await fixture.ask("createDeal", { body: { name: "Cold room", contact_id: contact } });
  await fixture.ask("addContactNote", { body: { id: contact, text: "Calls on Friday." } });
  const call = { id: contact, at: "2026-11-20T08:00:00Z", outcome: "left a message", note: "Asked to call back." };
  await fixture.ask("addLoggedCall", { body: call });
  const lines = [{ name: "Cooler", quantity: 1, price_cents: 250_000 }];
  const sold = { key: "sale-of-one", sold_on: "2026-11-24", contact_id: contact, lines };
  const sale = Number((await fixture.ask("createSale", { body: sold })).body.id);
  await fixture.lead({ name: "Somebody else", phone: "0722 000 222" });

  const { data, more } = await events();
  expect(more).toBe(false);
  expect(data.map(({ kind, title }) => `${kind}: ${title}`).sort()).toEqual([
    "call logged: Amina H",
    "note: Amina H",
    "record made: Amina H",
    "record made: Amina Hassan",
    "record made: Cold room",
    "sale: Cooler",
  ]);
  expect(data.find(({ kind }) => kind === "call logged")).toMatchObject({
    text: "outgoing call, left a message: Asked to call back.",
    record: contact,
  });
  expect(data.find(({ kind }) => kind === "sale")).toMatchObject({ text: "KES 2,500.00", record: sale });
  expect(await profile()).toMatchObject({
    names: expect.arrayContaining(["Amina H", "Amina Hassan"]),
    emails: ["amina@hassan.test"],
    facts: expect.arrayContaining([{ label: "Company", value: "Hassan Ltd" }]),
    tasks: expect.arrayContaining([
      expect.objectContaining({ kind: "lead open" }),
      expect.objectContaining({ kind: "deal open", title: expect.stringContaining("Cold room") }),
    ]),
  });
  // By the address alone, in any case: the contact and its deal.
  expect((await profile({ phones: "", emails: "AMINA@hassan.test" })).names).toEqual(["Amina H"]);
  // A seller may see leads only.
  expect((await events(amina, "seller")).data.map(({ title }) => title)).toEqual(["Amina Hassan"]);
  // Another account knows nobody by this number.
  expect(await events(amina, "other")).toEqual({ data: [], more: false });
});

test("a page of the history ends where the next one begins", async () => {
  const first = await events({ ...amina, limit: 2 });
  expect(first).toMatchObject({ data: [{}, {}], more: true });
  const second = await events({ ...amina, limit: 50, before: first.data[1]?.at });
  const all = (await events()).data.map(({ at }) => at);
  expect([...first.data, ...second.data].map(({ at }) => at)).toEqual(all);
});

test("what is no number and no address finds nobody", async () => {
  expect(await events({ phones: "0722, x, '; drop", emails: "nobody" })).toEqual({ data: [], more: false });
});
