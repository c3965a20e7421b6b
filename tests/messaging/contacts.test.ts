import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "../setup/database";
import { contactsStage, number, type Stage, type Token } from "./contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());

const asha = { phone: "0712 345 678", name: "Asha Njeri", fields: { City: "Kisumu" } };

async function groupWith(name: string, ...contacts: object[]): Promise<number> {
  const group_id = await fixture.group(name);
  const { body } = await fixture.ask("addContacts", { body: { group_id, contacts } });
  expect(body.refused).toEqual([]);
  return group_id;
}

async function members(id: number, query: object = {}) {
  return (await fixture.ask("contacts", { params: { id }, query })).body;
}

describe.each(["ask", "send"] as const)("groups through the door %s", (endpoint) => {
  test("a group is created, renamed and deleted", async () => {
    const call = fixture[endpoint];
    const made = await call("createGroup", { body: { name: `  Shops by ${endpoint} ` } });
    expect(made).toMatchObject({ status: 201, body: { name: `Shops by ${endpoint}`, type: "sms", contacts: 0 } });
    const params = { id: made.body.id };
    expect(await call("renameGroup", { params, body: { name: `Dukas by ${endpoint}` } })).toMatchObject({
      status: 201,
    });
    expect((await call("group", { params })).body.name).toBe(`Dukas by ${endpoint}`);
    expect((await call("groups", { query: { q: "dukas by" } })).body.data).toHaveLength(1);
    expect(await call("deleteGroup", { params })).toMatchObject({ status: 201, body: { status: 201 } });
    expect((await call("group", { params })).status).toBe(404);
  });

  test("a name is used once for a type, whatever its capitals", async () => {
    const call = fixture[endpoint];
    const name = `Parents ${endpoint}`;
    const first = await call("createGroup", { body: { name } });
    const again = await call("createGroup", { body: { name: name.toUpperCase() } });
    expect(again).toMatchObject({ status: 422, body: { errors: { name: [expect.stringMatching(/already/)] } } });
    expect((await call("createGroup", { body: { name, type: "email" } })).status).toBe(201);
    const other = await call("createGroup", { body: { name: `Teachers ${endpoint}` } });
    const renamed = await call("renameGroup", { params: { id: other.body.id }, body: { name } });
    expect(renamed).toMatchObject({ status: 422, body: { errors: { name: [expect.stringMatching(/already/)] } } });
    expect((await call("renameGroup", { params: { id: first.body.id }, body: { name } })).status).toBe(201);
  });

  test("guests, people without the permission and accounts without the product are refused", async () => {
    const call = fixture[endpoint];
    const statuses = async (token: Token) =>
      Promise.all([
        call("groups", {}, token).then(({ status }) => status),
        call("createGroup", { body: { name: "x" } }, token).then(({ status }) => status),
        call("blacklist", {}, token).then(({ status }) => status),
      ]);
    expect(await statuses("guest")).toEqual([401, 401, 401]);
    expect(await statuses("nobody")).toEqual([403, 403, 403]);
    expect(await statuses("unsold")).toEqual([403, 403, 403]);
    expect(await statuses("sender")).toEqual([200, 403, 403]);
  });
});

describe("contacts by hand", () => {
  test("a number is normalised, a known one is updated, a bad or repeated one comes back with its reason", async () => {
    const group_id = await groupWith("Add", asha);
    const contacts = [
      { phone: "+254712345678", name: "", fields: { Balance: "50" } },
      { phone: "0733 000 111", name: "Barasa" },
      { phone: "254733000111", name: "Barasa again" },
      { phone: "12", name: "Bad" },
      { phone: "", name: "Nobody" },
    ];
    const { body } = await fixture.ask("addContacts", { body: { group_id, contacts } });
    expect(body).toMatchObject({ added: 1, updated: 1 });
    expect(body.refused.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5]);
    expect(body.refused[0].reason).toMatch(/line 2/);
    expect((await members(group_id, { q: "0712345678" })).data).toMatchObject([
      { msisdn: "+254712345678", name: "Asha Njeri", fields: { city: "Kisumu", balance: "50" }, blacklisted: false },
    ]);
    const group = (await fixture.ask("group", { params: { id: group_id } })).body;
    expect(group).toMatchObject({ contacts: 2, field_names: ["city", "balance"] });
  });

  test("twenty people add one number at once: one contact, counted once in each group", async () => {
    const groups = await Promise.all([fixture.group("Race a"), fixture.group("Race b")]);
    const contacts = [{ phone: "0799111222", name: "One" }];
    const adding = Array.from({ length: 20 }, (_, n) =>
      fixture.ask("addContacts", { body: { group_id: groups[n % 2], contacts } }),
    );
    const answers = await Promise.all(adding);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(2);
    for (const id of groups) expect((await fixture.ask("group", { params: { id } })).body.contacts).toBe(1);
    const { rows } = await asOwner(
      fixture.database.url,
      "set app.account = '100001'; select 1 from messaging.contacts where msisdn = '+254799111222'",
    ).then((results) => (results as unknown as { rows: unknown[] }[])[1] as { rows: unknown[] });
    expect(rows).toHaveLength(1);
  });

  test("groups of email addresses need no number", async () => {
    const group_id = await fixture.group("Letters", "owner", "email");
    const contacts = [{ email: "asha@shop.test" }, { email: "ASHA@shop.test" }, { name: "no address" }];
    const { body } = await fixture.ask("addContacts", { body: { group_id, contacts } });
    expect(body).toMatchObject({ added: 1, updated: 0 });
    expect(body.refused).toHaveLength(2);
    const again = await fixture.ask("addContacts", { body: { group_id, contacts: contacts.slice(1, 2) } });
    expect(again.body).toMatchObject({ added: 0, updated: 1 });
  });

  test("a changed number goes with the contact into all its groups; another's number is refused in words", async () => {
    const first = await groupWith(
      "Change a",
      { phone: "0701000001", name: "Kamau" },
      { phone: "0701000002", name: "Wafula" },
    );
    const second = await groupWith("Change b", { phone: "0701000001", name: "Kamau" });
    const { contact_id } = (await members(first, { q: "Kamau" })).data[0];
    const change = (phone: string) =>
      fixture.ask("updateContact", {
        params: { id: first },
        body: { contact_id, phone, name: "Kamau M", fields: { a: "1" } },
      });

    expect(await change("0701000002")).toMatchObject({
      status: 422,
      body: { errors: { phone: [expect.stringMatching(/belongs to another contact, Wafula/)] } },
    });
    expect(await change("12")).toMatchObject({ status: 422, body: { errors: { phone: [expect.any(String)] } } });
    expect(await change("0701000009")).toMatchObject({
      status: 201,
      body: { msisdn: "+254701000009", name: "Kamau M" },
    });
    expect((await members(second)).data[0].msisdn).toBe("+254701000009");
    expect((await members(second, { q: "0701000009" })).data).toHaveLength(1);
    expect((await members(first, { q: "0701000001" })).data).toEqual([]);
  });

  test("out of one group a contact stays in the other, out of its last one it is gone", async () => {
    const first = await groupWith("Out a", { phone: "0702000001" });
    const second = await groupWith("Out b", { phone: "0702000001" });
    const { contact_id } = (await members(first)).data[0];
    const out = (id: number) => fixture.ask("deleteContact", { params: { id, contact_id } });
    expect((await out(first)).status).toBe(201);
    expect((await out(first)).status).toBe(404);
    expect((await members(first)).total).toBe(0);
    expect((await members(second)).total).toBe(1);
    expect((await fixture.ask("deleteGroup", { params: { id: second } })).status).toBe(201);
    expect(JSON.stringify(await fixture.everything())).not.toContain("+254702000001");
  });
});

test("another account's ids are unknown, and its rows stay as they were", async () => {
  const id = await groupWith("Mine", asha);
  const { contact_id } = (await members(id)).data[0];
  const before = await fixture.everything();
  const theirs = (name: Parameters<Stage["ask"]>[0], input: object) => fixture.ask(name, input, "other");
  const body = { contact_id, phone: "0712345678", name: "Stolen" };
  const answers = [
    await theirs("group", { params: { id } }),
    await theirs("renameGroup", { params: { id }, body: { name: "Stolen" } }),
    await theirs("deleteGroup", { params: { id } }),
    await theirs("contacts", { params: { id } }),
    await theirs("addContacts", { body: { group_id: id, contacts: [asha] } }),
    await theirs("updateContact", { params: { id }, body }),
    await theirs("deleteContact", { params: { id, contact_id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
  expect(await fixture.everything()).toEqual(before);
});

describe("pages", () => {
  let id: number;
  beforeAll(async () => {
    id = await fixture.group("Pages");
    for (let from = 0; from < 60; from += 20) {
      const contacts = Array.from({ length: 20 }, (_, n) => ({
        phone: number(from + n),
        name: `Person ${from + n} Mwangi`,
      }));
      await fixture.ask("addContacts", { body: { group_id: id, contacts } });
    }
  });
  const ids = (page: { data: { contact_id: number }[] }) => page.data.map(({ contact_id }) => contact_id);

  test("cursors walk the whole list there and back, and agree with the page numbers", async () => {
    const forth: number[][] = [];
    let page = await members(id, { per_page: 25 });
    expect(page).toMatchObject({ total: 60, total_capped: false, last_page: 3, per_page: 25, previous: null });
    forth.push(ids(page));
    while (page.next) {
      page = await members(id, { per_page: 25, after: page.next, page: forth.length + 1 });
      forth.push(ids(page));
    }
    expect(forth.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(new Set(forth.flat()).size).toBe(60);
    for (const n of [1, 2, 3]) expect(ids(await members(id, { per_page: 25, page: n }))).toEqual(forth[n - 1]);
    expect(ids(await members(id, { per_page: 25, before: page.previous }))).toEqual(forth[1]);
  });

  test("odd queries fall back: a page past the end is the last one, a broken cursor the first page", async () => {
    expect(await members(id, { page: 99 })).toMatchObject({ current_page: 3, next: null });
    const first = ids(await members(id));
    for (const query of [{ after: "no cursor" }, { after: "bm9uZQ" }, { per_page: -3 }, { page: "x" }])
      expect(ids(await members(id, query))).toEqual(first);
  });

  test("a search finds names, surnames and pieces of a number as people type it", async () => {
    const totals = async (q: string) => (await members(id, { q })).total;
    expect(await totals("person 7 ")).toBe(1);
    expect(await totals("MWANGI")).toBe(60);
    expect(await totals(number(7))).toBe(1);
    expect(await totals(`+254 ${number(7).slice(1)}`)).toBe(1);
    expect(await totals(number(7).slice(-4))).toBe(1);
    expect(await totals("0710000")).toBe(60);
    expect(await totals("%")).toBe(0);
    expect(await totals("nobody")).toBe(0);
  });
});
