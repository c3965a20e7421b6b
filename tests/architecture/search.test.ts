import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchResults } from "../../app/shell/found";
import { demoAccounts } from "../../demo/accounts";
import { systemRoles } from "../../rules/system-roles";
import { type Application, startApplication } from "../setup/application";
import { asOwnerOf } from "../setup/database";
import { type Answer, sendRequest } from "../setup/request";
import { may, ruleFor, type Somebody } from "./access.pages";

let application: Application;
beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application.stop());

const cookies = new Map<string, Promise<string>>();
function cookieOf(person: string): Promise<string> {
  const known = cookies.get(person) ?? application.cookie(person);
  cookies.set(person, known);
  return known;
}

async function get(path: string, person: string): Promise<Answer> {
  return sendRequest(application.url + path, { headers: { cookie: await cookieOf(person) } });
}
const address = (q: string, path = "/search") => `${path}?${new URLSearchParams({ q })}`;

async function results(q: string, person: string): Promise<SearchResults> {
  const response = await get(address(q, "/search/results"), person);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchResults;
}
const partsOf = async (q: string, person: string) => (await results(q, person)).parts;

const owner = "owner@savanna.test";
const agent = "agent@savanna.test";
/** The page that each part leads to: who may open one of them may search it. */
const pageOf: { [part: string]: string[] } = {
  Customer: [
    "/sms/recipient",
    "/chat/inbox",
    "/ticketing/tickets",
    "/ticketing/main",
    "/crm/leads",
    "/crm/contacts",
    "/crm/deals",
  ],
  Contacts: ["/contacts/contact-group"],
  Tickets: ["/ticketing/tickets", "/ticketing/main"],
  Conversations: ["/chat/inbox"],
  Leads: ["/crm/leads"],
  "CRM contacts": ["/crm/contacts"],
  Organisations: ["/crm/organisations"],
  Deals: ["/crm/deals"],
  Surveys: ["/survey"],
  Blasts: ["/sms/history"],
  People: ["/settings/users"],
  "Contact groups": ["/contacts/contact-group"],
  Invoices: ["/settings/selfcare/invoices"],
};
/** Customers of the chat, of the CRM and of SMS: each is known to whom may see that part. */
const customers = ["jane.kirui@mail.test", "salome@example.co.ke"];
const words = [
  "mwakio",
  "customers",
  "otieno",
  "habari",
  "order",
  "savanna",
  "card",
  "25",
  "payment",
  "delivery",
  "2026-0",
  ...customers,
];
const people = demoAccounts.flatMap((account) =>
  account.users.map(({ email, role = "" }) => ({
    email,
    account: account.customer_account,
    role,
    products: account.products as string[],
    permissions: [...(systemRoles.find(({ name }) => name === role)?.permissions ?? [])] as string[],
    platform: account.platform ?? false,
  })),
);
const mayOpen = (who: Somebody, path: string) => {
  const rule = ruleFor(path);
  return rule !== undefined && may(who, rule);
};
const nobody = "nobody@savanna.test";
const lakeside = "owner@lakeside.test";

/** A number that the demo has, of whichever account is asked. */
async function first(account: string, from: string, column: string): Promise<string> {
  const [row] = await asOwnerOf(
    application.databaseUrl,
    account,
    `select ${column} as found from ${from} where customer_account = '${account}' order by 1 limit 1`,
  );
  return String(row?.found);
}

describe("the parts of the search", () => {
  test("the owner finds contacts, tickets, conversations, leads, deals, blasts, people and groups, each at most five", async () => {
    const found = await Promise.all(
      ["customers", "otieno", "habari", "order", "mwakio", "chebet"].map((q) => partsOf(q, owner)),
    );
    const parts = found.flat();
    for (const name of [
      "Contacts",
      "Tickets",
      "Conversations",
      "Leads",
      "CRM contacts",
      "Deals",
      "Blasts",
      "People",
      "Contact groups",
    ])
      expect(parts.map((part) => part.name)).toContain(name);
    expect(parts.filter(({ failed, hits }) => failed || hits.length > 5)).toEqual([]);
    const lists = parts.flatMap(({ all }) => all ?? []);
    expect(lists.length).toBeGreaterThan(0);
    for (const { to } of lists) expect((await get(to, owner)).status).toBe(200);
  });

  test("what is found opens", async () => {
    const parts = (await Promise.all(["otieno", "habari"].map((q) => partsOf(q, owner)))).flat();
    for (const { to } of parts.flatMap(({ hits }) => hits)) expect((await get(to, owner)).status, to).toBe(200);
  });

  test.each(people.map((who) => [who.email, who] as const))(
    "%s finds what they may open, and nothing else",
    async (email, who) => {
      // One after another: each part has a time limit, which is not what is asked about here.
      const parts: Awaited<ReturnType<typeof partsOf>> = [];
      for (const q of words) parts.push(...(await partsOf(q, email)));
      expect(parts.filter(({ failed }) => failed)).toEqual([]);
      const found = new Set(parts.map(({ name }) => name).filter((name) => name !== "Exact match"));
      const open = Object.entries(pageOf).filter(([, paths]) => paths.some((path) => mayOpen(who, path)));
      const names = open.map(([name]) => name);
      expect([...found].filter((name) => !names.includes(name))).toEqual([]);
      // The account that has something of everything shows that the others' silence is no accident.
      if (who.account === "100001") expect(names.filter((name) => !found.has(name))).toEqual([]);
    },
  );

  test("nobody finds what is another account's", async () => {
    const contact = await first("100001", "messaging.group_contacts", "msisdn");
    expect(JSON.stringify(await partsOf(contact, owner))).toContain("Exact match");
    expect(await partsOf(contact, lakeside)).toEqual([]);
    for (const q of ["wanjiru maina", "owner@savanna.test", "savanna"])
      expect(JSON.stringify(await partsOf(q, lakeside))).not.toMatch(/savanna\.test|Wanjiru Maina/);
  });

  test("a ticket's number brings that ticket to the top, for whom it is open", async () => {
    const id = await first("100001", "ticketing.tickets", "id");
    for (const q of [`#${id}`, id]) {
      const [top] = await partsOf(q, owner);
      expect(top).toMatchObject({ name: "Exact match", hits: [{ to: `/ticketing/show/${id}` }] });
    }
    expect(await partsOf(`#${id}`, lakeside)).toEqual([]);
  });

  test("an invoice is found by its number, whole or in part, for whom it is open", async () => {
    const [row] = await asOwnerOf(
      application.databaseUrl,
      "100001",
      "select id, number from billing.invoices where customer_account = '100001' order by id desc limit 1",
    );
    const { id, number } = row as { id: number; number: string };
    const to = `/settings/selfcare/invoices/${id}`;
    for (const q of [number, number.toLowerCase(), ` ${number} `])
      expect((await partsOf(q, owner))[0], q).toMatchObject({ name: "Exact match", hits: [{ to, label: number }] });
    const part = (await partsOf(number.slice(1), owner)).find(({ name }) => name === "Invoices");
    expect(part?.hits.map((hit) => hit.to)).toContain(to);
    expect((await get(to, owner)).status).toBe(200);
    for (const person of [lakeside, nobody])
      expect(JSON.stringify(await partsOf(number, person))).not.toContain(`"${to}"`);
  });

  test("a number is found however it is written", async () => {
    const msisdn = await first("100001", "messaging.group_contacts", "msisdn");
    const local = `0${msisdn.slice(4)}`;
    for (const q of [msisdn, local, local.replace(/(\d{4})(\d{3})/, "$1 $2 "), msisdn.slice(1), local.slice(1)])
      expect((await partsOf(q, owner))[0], q).toMatchObject({ name: "Exact match" });
  });
});

describe("the page", () => {
  test("is drawn whole without script: the form, pages, records and the way to their lists", async () => {
    const html = await (await get(address("otieno"), owner)).text();
    expect(html).toMatch(/<form[^>]*action="\/search"/);
    expect(html).toMatch(/<input[^>]*name="q"[^>]*value="otieno"/);
    expect(html).toMatch(/<h2>Contacts<\/h2>/);
    expect(html).toMatch(/\d+ results for/);
    expect(await (await get(address("new ticket"), owner)).text()).toMatch(/<a[^>]*href="\/ticketing\/new"/);
  });

  test("without a search lists the pages that one may open, and every one of them opens", async () => {
    for (const person of [owner, agent, nobody, lakeside, "owner@newleaf.test", "platform@jibu.test"]) {
      const { places } = await results("", person);
      expect(places.length).toBeGreaterThan(5);
      const wrong: string[] = [];
      for (const { to } of places) {
        const response = await get(to, person);
        const sent = response.headers.get("location") ?? "";
        if (response.status >= 400 || /^\/(notAllowed|login)/.test(sent))
          wrong.push(`${to}: ${response.status} ${sent}`);
      }
      expect(wrong, person).toEqual([]);
    }
    const html = await (await get("/search", nobody)).text();
    expect(html).not.toContain('href="/sms/bulk"');
    expect(html).toContain('href="/user/profile"');
  }, 120_000);

  test("is led to from the topbar of every page", async () => {
    const html = await (await get("/dashboard", owner)).text();
    expect(html).toMatch(/<form[^>]*action="\/search"/);
    expect(html).toMatch(/<a[^>]*href="\/search"/);
  });

  test.each([
    "x".repeat(2_000),
    "%",
    "_",
    "%%%",
    "'",
    "''; --",
    '"<b>',
    "\\",
    "#",
    "#0",
    "9".repeat(40),
    "+",
    "(",
    "\ud83d",
  ])("takes %j", async (q) => {
    for (const path of ["/search", "/search/results"]) expect((await get(address(q, path), owner)).status).toBe(200);
    const parts = await partsOf(q, owner);
    expect(parts.filter(({ failed }) => failed)).toEqual([]);
    expect((await (await get(address(q), owner)).text()).includes('"<b>')).toBe(false);
  });

  test.each(["\u0000", "\u0000a\u0000", "x".repeat(10_000)])("refuses %j at the gate, without a fault", async (q) => {
    for (const path of ["/search", "/search/results"])
      expect([400, 414]).toContain((await get(address(q, path), owner)).status);
  });
});
