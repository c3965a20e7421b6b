import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noticeKind } from "../../rules/notices";
import type { OrganisationDetail } from "../../services/crm/contract.organisations";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
let now = new Date("2026-11-26T09:00:00Z");
beforeAll(async () => {
  fixture = await crmStage(() => now);
  fixture.held.set("2", { roles: [], permissions: ["View crm leads", "View crm contacts", "View crm deals"] });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  // Later than what another test gave.
  now = new Date(now.getTime() + 3_600_000);
  await fixture.rows("delete from events.notices");
});

async function must<T>(status: number, ...asked: Parameters<CrmStage["ask"]>): Promise<T> {
  const answer = await fixture.ask(...asked);
  expect(answer).toMatchObject({ status });
  return answer.body as never;
}
const notices = () =>
  fixture.rows<{ user_id: string; kind: string; subject_id: string; words: string; read_at: Date | null }>(
    "select user_id, kind, subject_id, words, read_at from events.notices order by id",
  );
const leads = (count: number) =>
  Promise.all(Array.from({ length: count }, async (_, at) => (await fixture.lead({ name: `Lead ${at}` })).id));
const give = (id: number, type: string, sales_manager_id: string | null, token?: Token) =>
  must(201, "setSalesManager", { params: { id }, body: { type, sales_manager_id } }, token);
const giveMany = (records: number[], sales_manager_id: string, token?: Token) =>
  must<{ change_id: number }>(
    200,
    "changeRecords",
    { body: { type: "lead", records, change: { what: "sales manager", sales_manager_id } } },
    token,
  );
const seller = { user_id: "2", read_at: null };

test.each([
  ["lead", "createLead", "/crm/lead/"],
  ["contact", "createCrmContact", "/crm/contact/"],
  ["deal", "createDeal", "/crm/deal/"],
] as const)("a %s that someone else gives to a person is a notice, each time", async (type, call, page) => {
  const { id } = await must<{ id: number }>(201, call, { body: { name: "Cold room" } });
  await give(id, type, "2");
  await give(id, type, "2");
  const told = {
    ...{ ...seller, kind: `${type} given`, subject_id: String(id) },
    words: `Wanjiru Maina gave you a ${type}: Cold room`,
  };
  expect(await notices()).toEqual([told]);
  expect(noticeKind(`${type} given`).path(String(id))).toBe(`${page}${id}`);
  await give(id, type, null);
  await give(id, type, "2");
  expect(await notices()).toEqual([told, told]);
});

test("whoever takes a record for themselves, or many of them, is not notified", async () => {
  const [one = 0, ...others] = await leads(3);
  await give(one, "lead", "2", "seller");
  await giveMany(others, "2", "seller");
  expect(await notices()).toEqual([]);
});

test("many at once are one notice, which leads to their list", async () => {
  const given = await leads(12);
  await giveMany(given, "2");
  expect(await notices()).toEqual([
    { ...seller, kind: "lead given", subject_id: "to 2", words: "12 leads were given to you by Wanjiru Maina." },
  ]);
  expect(noticeKind("lead given").path("to 2")).toBe("/crm/leads?sales_manager=2&sort=-active");
  expect(noticeKind("deal given").path("to 2")).toBe("/crm/deals?view=table&sales_manager=2&sort=-active");
});

test("a change that takes several calls is one notice, unread with its last words; a later one is another", async () => {
  const [one = 0, ...others] = await leads(7);
  await giveMany(others.slice(0, 4), "2");
  await fixture.rows("update events.notices set read_at = now()");
  await giveMany(others.slice(4), "2");
  const told = { ...seller, kind: "lead given", subject_id: "to 2" };
  const first = { ...told, words: "6 leads were given to you by Wanjiru Maina." };
  expect(await notices()).toEqual([first]);
  now = new Date(now.getTime() + 120_000);
  await giveMany([one], "2");
  const single = { ...told, subject_id: String(one), words: "Wanjiru Maina gave you a lead: Lead 0" };
  expect(await notices()).toEqual([first, single]);
});

test("what a file brings is one notice for the manager that was chosen, unless they sent it; changed records are not given", async () => {
  const mapping = { 0: "name", 1: "phone" };
  const file = "Name;Mobile\nAmina;0712 330 001\nBaraka;0712 330 002\n";
  const { done } = await fixture.imported(file, { mapping, sales_manager_id: "2" });
  expect(done).toMatchObject({ state: "done", created: 2 });
  const given = {
    ...{ ...seller, kind: "lead given", subject_id: "to 2" },
    words: "2 leads of fair.csv were given to you by Wanjiru Maina.",
  };
  const told = async () => (await notices()).filter(({ kind }) => kind === "lead given");
  expect(await told()).toEqual([given]);
  const again = "Name;Mobile\nAmina Hassan;0712 330 001\n";
  await fixture.imported(again, { mapping, duplicates: "update", sales_manager_id: "2" });
  await fixture.imported("Name;Mobile\nChebet;0712 330 003\n", { mapping, sales_manager_id: "1" });
  expect(await told()).toEqual([given]);
  await fixture.imported("Name;Mobile\nDaudi;0712 330 004\n", { mapping, sales_manager_id: "2" });
  const single = { ...given, words: "1 lead of fair.csv was given to you by Wanjiru Maina." };
  expect(await told()).toEqual([given, single]);
});

describe("an organisation", () => {
  const add = (name: string) => must<OrganisationDetail>(201, "createOrganisation", { body: { name } });
  const manager = (id: number, sales_manager_id: string | null) =>
    must(201, "setOrganisationManager", { params: { id }, body: { sales_manager_id } });
  const told = { ...seller, kind: "organisation given" };

  test("that someone else gives to a person is a notice, each time, also with other changes", async () => {
    const { id } = await add("Acacia");
    await manager(id, "2");
    await manager(id, "2");
    const given = { ...told, subject_id: String(id), words: "Wanjiru Maina gave you an organisation: Acacia" };
    expect(await notices()).toEqual([given]);
    expect(noticeKind("organisation given").path(String(id))).toBe(`/crm/organisations/${id}`);
    await manager(id, "1");
    const { version } = await must<OrganisationDetail>(200, "organisation", { params: { id } });
    const body = { name: "Acacia Ltd", version, sales_manager_id: "2" };
    await must(201, "updateOrganisation", { params: { id }, body });
    const renamed = { ...given, words: "Wanjiru Maina gave you an organisation: Acacia Ltd" };
    expect(await notices()).toEqual([given, renamed]);
  });

  test("among several at once is in one notice, which leads to their list; an undo is none", async () => {
    const items = [(await add("Baobab")).id, (await add("Cedar")).id];
    const change = { what: "organisation manager", sales_manager_id: "2" };
    const { change_id } = await must<{ change_id: number }>(200, "changeItems", { body: { items, change } });
    const given = { ...told, subject_id: "to 2", words: "2 organisations were given to you by Wanjiru Maina." };
    expect(await notices()).toEqual([given]);
    expect(noticeKind("organisation given").path("to 2")).toBe("/crm/organisations?sales_manager=2&sort=name");
    await must(200, "undoBulkChange", { params: { id: change_id } });
    expect(await notices()).toEqual([given]);
  });
});

test("an undo of a change notifies no one", async () => {
  const given = await leads(2);
  await give(given[0] ?? 0, "lead", "2");
  await fixture.rows("delete from events.notices");
  const { change_id } = await giveMany(given, "1");
  await must(200, "undoBulkChange", { params: { id: change_id } });
  expect(await notices()).toEqual([]);
});

test("records are given only to a person who may open records of their kind", async () => {
  const contact = await must<{ id: number }>(201, "createCrmContact", { body: { name: "Amina Hassan" } });
  fixture.held.set("2", { roles: [], permissions: ["View crm leads"] });
  const one = { type: "contact", sales_manager_id: "2" };
  const many = { type: "contact", records: [contact.id], change: { what: "sales manager", sales_manager_id: "2" } };
  for (const [name, asked] of [
    ["setSalesManager", { params: { id: contact.id }, body: one }],
    ["changeRecords", { body: many }],
  ] as const) {
    const { errors } = await must<{ errors: Record<string, string[]> }>(422, name, asked);
    expect(errors.sales_manager_id?.[0]).toMatch(/^Otieno Ouma can't open contacts\./);
  }
  const file = { mapping: { 0: "name" }, sales_manager_id: "2" };
  const { refused } = await fixture.imported("Name\nAmina Hassan\n", file, "contact");
  expect(refused).toMatchObject({ status: 422, body: { errors: { sales_manager_id: [expect.any(String)] } } });
  expect(await notices()).toEqual([]);
  const lead = await fixture.lead();
  await give(lead.id, "lead", "2");
  fixture.held.set("2", { roles: [{ name: "Owner" }], permissions: [] });
  await give(contact.id, "contact", "2");
});
