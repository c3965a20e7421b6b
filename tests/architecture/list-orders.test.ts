import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headSort, listOrders } from "../../rules/list-orders";
import { contracts as documented } from "../../services/contracts";
import type { Calls, Contract } from "../../services/kit/contract";
import { type Application, startApplication } from "../setup/application";
import { sendRequest } from "../setup/request";

/** Each list: a call that answers it, and what its orders order by in a row that it answers. */
type Field = (row: Record<string, unknown>) => unknown;
const lower = (name: string) => (row: Record<string, unknown>) => String(row[name]).toLowerCase();
const plain = (name: string) => (row: Record<string, unknown>) => row[name];
const lists: { list: keyof typeof listOrders; method: string; path: string; by: Record<string, Field>; id: string }[] =
  [
    {
      ...{ list: "members", method: "GET", path: "/api/identity/account-members/own/all/", id: "id" },
      by: { name: lower("name"), email: lower("email"), role: lower("role"), since: plain("created_at") },
    },
    {
      ...{ list: "roles", method: "GET", path: "/api/identity/own/custom-roles", id: "id" },
      by: {
        rank: ({ system }) => (system ? 0 : 1),
        name: lower("name"),
        members: plain("members"),
        created: plain("created_at"),
      },
    },
    {
      ...{ list: "groups", method: "POST", path: "/api/messaging/contact-groups/list/", id: "id" },
      by: { created: plain("created_at"), name: lower("name"), contacts: plain("contacts") },
    },
    {
      ...{ list: "groupContacts", method: "POST", path: "/api/messaging/contact-groups/1/contacts/", id: "contact_id" },
      by: { added: plain("added_at"), name: lower("name"), number: plain("msisdn") },
    },
    {
      ...{ list: "blacklist", method: "GET", path: "/api/messaging/blacklist", id: "id" },
      by: { added: plain("created_at"), number: plain("msisdn") },
    },
    {
      ...{ list: "senders", method: "GET", path: "/api/messaging/senders/data", id: "id" },
      by: { requested: plain("requested_at"), sender: lower("sender"), approved: plain("approved_at") },
    },
    {
      ...{ list: "templates", method: "GET", path: "/api/messaging/blast/get/template", id: "id" },
      by: { created: plain("created_at"), name: lower("name"), updated: plain("updated_at") },
    },
    {
      ...{ list: "invoices", method: "GET", path: "/api/billing/product/invoice/", id: "id" },
      by: { issued: plain("issued_at"), number: plain("number"), total: plain("total_cents") },
    },
    {
      ...{ list: "records", method: "GET", path: "/api/crm/leads", id: "id" },
      by: {
        created: plain("id"),
        name: lower("name"),
        value: plain("value_cents"),
        score: plain("score"),
        active: plain("active_at"),
      },
    },
    {
      ...{ list: "organisations", method: "GET", path: "/api/crm/organisations", id: "id" },
      by: { created: plain("id"), name: lower("name") },
    },
    {
      ...{ list: "appointments", method: "GET", path: "/api/crm/contact-appointments", id: "id" },
      by: { starts: plain("starts_at"), title: lower("title"), user: lower("user_name") },
    },
    {
      ...{ list: "tasks", method: "GET", path: "/api/crm/tasks", id: "id" },
      by: { due: plain("due_at"), title: lower("title"), user: lower("user_name") },
    },
    {
      ...{ list: "quotes", method: "GET", path: "/api/crm/quotes", id: "id" },
      by: { number: plain("number"), total: plain("total_cents"), valid: plain("valid_until") },
    },
    {
      ...{ list: "sales", method: "GET", path: "/api/crm/sales/", id: "id" },
      by: { recorded: plain("id"), sold: plain("sold_on"), total: plain("total_cents") },
    },
    {
      ...{ list: "customers", method: "GET", path: "/api/crm/customers", id: "id" },
      by: { created: plain("id"), name: lower("name") },
    },
    {
      ...{ list: "duplicates", method: "GET", path: "/api/crm/duplicates", id: "id" },
      by: { score: plain("score"), found: plain("found_at") },
    },
    {
      ...{ list: "sequencePeople", method: "GET", path: "/api/crm/sequences/1/people", id: "id" },
      by: { entered: plain("entered_at"), due: ({ next }) => (next as { at: string } | null)?.at ?? null },
    },
    {
      ...{ list: "surveys", method: "GET", path: "/api/survey/surveys/", id: "uuid" },
      by: { created: plain("created_at"), title: lower("title") },
    },
    {
      ...{ list: "suppressions", method: "GET", path: "/api/email/suppressions", id: "id" },
      by: { added: plain("created_at"), address: lower("address") },
    },
    { ...{ list: "blasts", method: "GET", path: "/api/messaging/blasts", id: "id" }, by: { created: plain("id") } },
    { ...{ list: "received", method: "GET", path: "/api/messaging/inbox", id: "id" }, by: { received: plain("id") } },
  ];

let application: Application;
let token: string;
beforeAll(async () => {
  application = await startApplication();
  token = await application.token("owner@savanna.test");
}, 120_000);
afterAll(() => application.stop());

type Page = { data: Record<string, unknown>[]; next: string | null; previous: string | null; total: number };
async function page(method: string, path: string, query: Record<string, string | number>): Promise<Page> {
  const said = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await sendRequest(`${application.url}${path}?${said}`, { method, headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

/** What PostgreSQL and JavaScript order alike: numbers, moments, and texts of letters and digits. */
function compared(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const letters = (value: unknown) => String(value).replace(/[^\p{L}\d]/gu, "");
  return new Intl.Collator("en").compare(letters(a), letters(b));
}

describe.each(lists)("$list", ({ list, method, path, by, id }) => {
  test.each([...listOrders[list]])("by %s: every row once, in order, there and back by the cursor", async (sort) => {
    const asked = { sort, per_page: 4 };
    const rows: Record<string, unknown>[] = [];
    let found = await page(method, path, asked);
    const { total } = found;
    for (let n = 1; ; n++) {
      rows.push(...found.data);
      if (!found.next || n === 15) break;
      found = await page(method, path, { ...asked, page: n + 1, after: found.next });
    }
    const ids = rows.map((row) => row[id]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(Math.min(total, 60));
    const back = [found.data];
    while (found.previous) {
      found = await page(method, path, { ...asked, before: found.previous });
      back.unshift(found.data);
    }
    expect(back.flat().map((row) => row[id])).toEqual(ids);

    const field = by[sort.replace("-", "")] as Field;
    const kept = list === "members" ? rows.filter(({ state }) => state !== "removed") : rows;
    const values = kept.map(field);
    const said = values.filter((value) => value !== null);
    expect(values.slice(said.length).every((value) => value === null)).toBe(true);
    const sorted = [...said].sort(compared);
    expect(said.map(String)).toEqual((sort.startsWith("-") ? sorted.reverse() : sorted).map(String));
  });

  test("by what there is not: its usual order; another order's cursor is none", async () => {
    const usual = await page(method, path, { per_page: 1 });
    expect(await page(method, path, { per_page: 1, sort: "nothing" })).toEqual(usual);
    const [, other = ""] = listOrders[list];
    const first = await page(method, path, { per_page: 1, sort: other });
    if (usual.next) expect(await page(method, path, { per_page: 1, sort: other, after: usual.next })).toEqual(first);
  });
});

test("every order has its opposite, and every list is a call's", () => {
  for (const sorts of Object.values(listOrders) as (readonly string[])[])
    for (const sort of sorts) expect(sorts).toContain(sort.startsWith("-") ? sort.slice(1) : `-${sort}`);
  const calls = (Object.values(documented) as Contract<Calls>[]).flatMap(({ calls }) => Object.values(calls));
  const offered = calls.map(({ query }) => (query?.shape as { sort?: { parse(value: unknown): unknown } })?.sort);
  for (const sorts of Object.values(listOrders) as (readonly string[])[])
    expect(offered.some((sort) => sort && sorts.every((one) => sort.parse(one) === one))).toBe(true);
  expect(lists.map(({ list }) => list).sort()).toEqual(Object.keys(listOrders).sort());
});

test("a column's head begins with what comes first in the list", () => {
  expect(headSort("members", "name")).toEqual({ ascending: "name", descending: "-name" });
  expect(headSort("blacklist", "added")).toEqual({ ascending: "added", descending: "-added", first: "descending" });
});
