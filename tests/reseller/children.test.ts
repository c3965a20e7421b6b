import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { childChoices } from "../../app/reseller/child/child.server";
import { identity } from "../../services/identity/contract";
import { resellerCalls } from "../../services/identity/contract.reseller";
import { inAccount } from "../../services/kit/database";
import type { ServiceClients } from "../../services/modules";
import { asOwner } from "../setup/database";
import { type ResellerFixture, reseller, resellerFixture, rival } from "./fixture";

let fixture: ResellerFixture;
beforeAll(async () => {
  fixture = await resellerFixture();
});
afterAll(() => fixture.close());

const form = () => ({
  name: "Savanna Nakuru",
  owner_name: "Joyce Chebet",
  owner_email: `${randomUUID()}@nakuru.test`,
  products: ["SMS" as const],
  part_price: 9_000,
  key: randomUUID(),
});

describe("opening a child account", () => {
  test("it is there with its products, price, wallet and an owner who was mailed an invitation, and both are told", async () => {
    const body = form();
    const made = await fixture.owner().identity.createChild({ body });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Savanna Nakuru", products: ["SMS"], part_price: 9_000, balance_cents: 0, owner: "invited" },
    });
    const child = (made.body as { number: string }).number;
    expect(child).toMatch(/^\d{6}$/);
    const { rows } = await asOwner(
      fixture.database.url,
      `select payload from graphile_worker._private_jobs j where payload ->> 'to' = '${body.owner_email}'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows[0])).toMatch(/\/auth\/password\/[\w-]{40,}/);
    expect((await fixture.activities(reseller)).at(-1)).toMatchObject({
      action: "Child account opened",
      by: "Wanjiru",
    });
    expect((await fixture.activities(child))[0]).toMatchObject({ action: "Account opened", by: "Account 100001" });
  });

  test("the same form twice is one account", async () => {
    const body = form();
    const [one, two] = await Promise.all([
      fixture.owner().identity.createChild({ body }),
      fixture.owner().identity.createChild({ body }),
    ]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect((one.body as { number: string }).number).toBe((two.body as { number: string }).number);
  });

  test("only products that the parent holds are passed on, and none below its own price", async () => {
    const voice = await fixture.owner().identity.createChild({ body: { ...form(), products: ["SMS", "Voice"] } });
    expect(voice).toMatchObject({ status: 422, body: { errors: { products: [expect.stringContaining("Voice")] } } });
    const cheap = await fixture.owner().identity.createChild({ body: { ...form(), part_price: 7_999 } });
    expect(cheap).toMatchObject({
      status: 422,
      body: { errors: { part_price: [expect.stringContaining("KES 0.80")] } },
    });
  });

  test("it needs the permission and the product", async () => {
    const clerk = await fixture.as(`${reseller} Kevin`).identity.createChild({ body: form() });
    expect(clerk.status).toBe(403);
    const child = await fixture.open();
    const theirs = await (await fixture.joined(child)).identity.createChild({ body: form() });
    expect(theirs).toMatchObject({ status: 403, body: { message: expect.stringContaining("Reseller") } });
  });

  test("a child that holds Reseller opens children of its own, which its parent does not see", async () => {
    const child = await fixture.open({ products: ["SMS", "Reseller"] });
    const made = await (await fixture.joined(child)).identity.createChild({ body: form() });
    expect(made.status).toBe(201);
    const grandchild = (made.body as { number: string }).number;
    expect((await fixture.owner().identity.child({ params: { child: grandchild } })).status).toBe(404);
  });
});

describe("changing a child", () => {
  test("products and price change for both, and what the parent lacks stays", async () => {
    const child = await fixture.open();
    await fixture.embedded
      .clientsOfAccount(child)
      .identity.grantProducts({ body: { grant: ["Voice"], revoke: [], reason: "given by the platform" } });
    const body = { products: ["Chats" as const], part_price: 12_345 };
    const changed = await fixture.owner().identity.updateChild({ params: { child }, body });
    expect(changed).toMatchObject({ status: 201, body: { products: ["Voice", "Chats"], part_price: 12_345 } });
    const terms = await fixture.embedded.clientsOfAccount(child).messaging.sendingTerms();
    expect(terms.body).toMatchObject({ part_price: 12_345 });
    const said = (await fixture.activities(child)).map(({ action }) => action);
    expect(said).toEqual(expect.arrayContaining(["Price changed", "Products changed"]));
  });

  test("the owner is asked again at another address, and the first link is worth nothing then", async () => {
    const child = await fixture.open();
    const body = { name: "Paul Koech", email: "paul@nakuru.test" };
    expect((await fixture.owner().identity.inviteChildOwner({ params: { child }, body })).status).toBe(201);
    expect((await fixture.owner().identity.inviteChildOwner({ params: { child }, body })).status).toBe(429);
    const open = await inAccount(fixture.database.db, child, (trx) =>
      trx
        .selectFrom("identity.tokens as t")
        .innerJoin("identity.users as u", (on) =>
          on.onRef("u.customer_account", "=", "t.customer_account").onRef("u.id", "=", "t.user_id"),
        )
        .select(["u.email", "u.active"])
        .where("t.customer_account", "=", child)
        .execute(),
    );
    expect(open).toEqual([{ email: "paul@nakuru.test", active: true }]);
  });

  test("once an owner has joined, the parent asks no one in any more", async () => {
    const child = await fixture.open();
    await fixture.joined(child);
    const body = { name: "Paul Koech", email: "paul2@nakuru.test" };
    expect((await fixture.owner().identity.inviteChildOwner({ params: { child }, body })).status).toBe(409);
  });
});

describe("products paid offline", () => {
  test("the product is switched on, the payment is kept, both are told, and a reference counts once", async () => {
    const child = await fixture.open();
    const body = { product: "Chats" as const, reference: "RCPT 9", amount_cents: 500_000, paid_on: "2026-11-20" };
    const params = { child };
    const made = await fixture.owner().identity.activateOffline({ params, body });
    expect(made).toMatchObject({ status: 201, body: { child_name: "Savanna Nakuru", paid_on: "2026-11-20" } });
    const again = await fixture.owner().identity.activateOffline({ params, body });
    expect(again).toEqual(made);
    const other = await fixture.owner().identity.activateOffline({ params, body: { ...body, amount_cents: 1 } });
    expect(other).toMatchObject({ status: 409, body: { errors: { reference: [expect.any(String)] } } });
    expect((await fixture.owner().identity.child({ params })).body).toMatchObject({ products: ["SMS", "Chats"] });
    for (const account of [reseller, child])
      expect((await fixture.activities(account)).at(-1)).toMatchObject({
        action: "Product activated offline",
        description: expect.stringContaining("KES 5,000.00 paid offline, reference RCPT 9"),
      });
    const lacked = await fixture.owner().identity.activateOffline({ params, body: { ...body, product: "Voice" } });
    expect(lacked).toMatchObject({ status: 422, body: { errors: { product: [expect.any(String)] } } });
  });
});

describe("money", () => {
  test("a transfer is exact, once for its key, refused when too low, and on both statements", async () => {
    const child = await fixture.open();
    const before = await fixture.money(reseller);
    const body = { child, cents: 12_345, key: randomUUID() };
    for (let times = 0; times < 2; times++) expect((await fixture.owner().billing.transfer({ body })).status).toBe(201);
    const low = await fixture.owner().billing.transfer({ body: { child, cents: 1e9, key: randomUUID() } });
    expect(low).toMatchObject({ status: 422, body: { errors: { cents: [expect.any(String)] } } });
    expect(await fixture.money(reseller)).toEqual({
      ...before,
      available: before.available - 12_345,
      cached: before.cached - 12_345,
    });
    expect(await fixture.money(child)).toEqual({ available: 12_345, held: 0, all: 0, cached: 12_345 });
    const theirs = await (await fixture.joined(child)).billing.statement({});
    expect(theirs.body).toMatchObject({ data: [expect.objectContaining({ cents: 12_345 })] });
    const own = await fixture.owner().billing.statement({});
    expect(JSON.stringify(own.body)).toContain(`To account ${child}`);
    expect((await fixture.owner(rival).billing.transfer({ body: { ...body, key: randomUUID() } })).status).toBe(404);
  });
});

describe("whose child it is", () => {
  type Name = keyof typeof resellerCalls;
  const bodies: { [name: string]: unknown } = {
    updateChild: { name: "Taken over" },
    inviteChildOwner: { name: "Thief", email: "thief@rival.test" },
    suspendChild: { reason: "Mine now" },
    activateOffline: { product: "SMS", reference: "1", amount_cents: 1, paid_on: "2026-11-20" },
    giveChildSenders: { senders: [] },
  };
  const names = (Object.keys(resellerCalls) as Name[]).filter((name) => identity.calls[name].path.includes("{child}"));

  test("there are calls to try", () => expect(names.length).toBeGreaterThan(8));

  test.each(names)(
    "%s knows neither another reseller's child, nor an account that is no one's, nor oneself",
    async (name) => {
      const child = await fixture.open();
      const call = fixture.owner(rival).identity[name] as (
        input: unknown,
      ) => Promise<{ status: number; body: unknown }>;
      const answers = [];
      for (const number of [child, "987654", rival, reseller])
        answers.push(await call({ params: { child: number, id: 1 }, body: bodies[name], query: {} }));
      expect(answers[0]?.status, name).toBe(404);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    },
  );

  test("filters of lists by a foreign child are 404 as well, and lists hold only one's own", async () => {
    const child = await fixture.open();
    const { identity: ask } = fixture.owner(rival);
    expect((await ask.activations({ query: { child } })).status).toBe(404);
    const own = await fixture.open({}, rival);
    expect((await ask.children({})).body).toMatchObject({ total: 1, data: [{ number: own }] });
  });
});

describe("the list", () => {
  test("it is searched by name and number, by state, and paged by key", async () => {
    const names = ["Zebra One", "Zebra Two", "Zebra Three"];
    const numbers: string[] = [];
    for (const name of names) numbers.push(await fixture.open({ name }));
    const { identity: ask } = fixture.owner();
    const page = (query: object) =>
      ask
        .children({ query })
        .then((answer) => answer.body as { data: { name: string }[]; next: string | null; total: number });
    expect((await page({ q: "zebra" })).data.map(({ name }) => name)).toEqual([
      "Zebra Three",
      "Zebra Two",
      "Zebra One",
    ]);
    expect((await page({ q: numbers[0] })).data.map(({ name }) => name)).toEqual(["Zebra One"]);
    const first = await page({ q: "zebra", per_page: 2 });
    expect(first).toMatchObject({ total: 3, next: expect.any(String) });
    const second = await page({ q: "zebra", per_page: 2, page: 2, after: first.next });
    expect(second).toMatchObject({ data: [{ name: "Zebra One" }], next: null });
    await ask.suspendChild({ params: { child: numbers[1] ?? "" }, body: {} });
    expect((await page({ q: "zebra", state: "suspended" })).data).toMatchObject([
      { name: "Zebra Two", state: "suspended" },
    ]);
    expect((await page({ q: "%" })).data).toEqual([]);
  });

  test("it comes without balances and margins when they are not asked for, and is the same otherwise", async () => {
    await fixture.open({ name: "Giraffe" });
    const { identity: ask } = fixture.owner();
    const rows = async (query: object) => {
      const answer = await ask.children({ query });
      return answer.status === 200 ? answer.body.data : [];
    };
    const whole = await rows({});
    expect(whole[0]).toMatchObject({ name: "Giraffe", balance_cents: 0, margin: 1_000 });
    expect(await rows({ money: false })).toEqual(whole.map((one) => ({ ...one, balance_cents: null, margin: null })));
  });

  test("to choose from it, the child in the URL is asked for only when it is not in the list; a foreign one is not found", async () => {
    const [child, foreign] = [await fixture.open({ name: "Okapi" }), await fixture.open({ name: "Other" }, rival)];
    const clients = fixture.owner();
    const asked: string[] = [];
    let listed = true;
    const identity = {
      children: async (input: object) => {
        const answer = await clients.identity.children(input);
        return listed || answer.status !== 200 ? answer : { ...answer, body: { ...answer.body, data: [] } };
      },
      child: (input: { params: { child: string } }) => {
        asked.push(input.params.child);
        return clients.identity.child(input);
      },
    };
    const choose = (number: string) =>
      childChoices({ identity } as unknown as ServiceClients, new URL(`http://localhost/?child=${number}`));
    const chosen = await choose(child);
    expect(chosen).toMatchObject({ child });
    expect(chosen.choices).toContainEqual({ value: child, label: `Okapi (${child})` });
    expect(asked).toEqual([]);
    listed = false;
    expect(await choose(child)).toEqual({ child, choices: [{ value: child, label: `Okapi (${child})` }] });
    expect(asked).toEqual([child]);
    await expect(choose(foreign)).rejects.toMatchObject({ status: 404 });
  });
});
