import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platform, type ResellerFixture, reseller, resellerFixture, rival } from "./fixture";

let fixture: ResellerFixture;
beforeAll(async () => {
  fixture = await resellerFixture();
});
afterAll(() => fixture.close());

const reason = "Unpaid since August";
const mayNot = { status: 403, body: { message: expect.stringContaining(`suspended: ${reason}.`) } };

describe("the platform's list of accounts", () => {
  test("every account is in it, found by number and by name, with its money, people and products", async () => {
    const child = await fixture.open({ name: "Nyali Beach Shop" });
    const all = await fixture.admin().identity.accounts({ query: { per_page: 100 } });
    const numbers = all.status === 200 ? all.body.data.map(({ number }) => number) : [];
    expect(numbers).toEqual(expect.arrayContaining([reseller, rival, platform, child]));
    const byName = await fixture.admin().identity.accounts({ query: { q: "nyali BEACH" } });
    expect(byName.body).toMatchObject({ total: 1, data: [{ number: child, parent: reseller, state: "active" }] });
    const byNumber = await fixture.admin().identity.accounts({ query: { q: rival } });
    expect(byNumber.body).toMatchObject({
      total: 1,
      data: [
        {
          name: `Account ${rival}`,
          balance_cents: 1_000_000,
          held_cents: 0,
          people: 2,
          products: expect.arrayContaining([expect.objectContaining({ product: "SMS", state: "active" })]),
        },
      ],
    });
    for (const odd of ["%", "_", "'; drop table identity.accounts; --"])
      expect((await fixture.admin().identity.accounts({ query: { q: odd } })).body).toMatchObject({ total: 0 });
  });

  test("a product that is asked for stands beside those that are held", async () => {
    const child = await fixture.open({ name: "Asks", products: ["SMS"] });
    const theirs = await fixture.joined(child);
    expect((await theirs.billing.requestProduct({ body: { product: "Reseller" } })).status).toBe(201);
    const one = await fixture.admin().identity.account({ params: { account: child } });
    expect(one.status === 200 ? one.body.products.map(({ product, state }) => `${product} ${state}`) : []).toEqual([
      "Reseller requested",
      "SMS active",
    ]);
  });

  test("a new name is in the list at once, and pages follow each other to the last account", async () => {
    const child = await fixture.open({ name: "Before" });
    await fixture.owner().identity.updateChild({ params: { child }, body: { name: "Before and after" } });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await fixture.admin().identity.accounts({ query: { per_page: 2, ...(after ? { after } : {}) } });
      if (page.status !== 200) throw new Error(page.body.message);
      seen.push(...page.body.data.map(({ number }) => number));
      if (!page.body.next) break;
      after = page.body.next;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(child);
  });

  test("only the platform's people with the permission have it", async () => {
    const nobodies = [fixture.owner(), fixture.as(`${reseller} Kevin`), fixture.as(`${platform} Wanjiru`)];
    for (const { identity } of nobodies) {
      expect((await identity.accounts({})).status).toBe(403);
      expect((await identity.account({ params: { account: reseller } })).status).toBe(403);
      expect((await identity.suspendAccount({ params: { account: rival }, body: { reason } })).status).toBe(403);
    }
    const unknown = { params: { account: "999999" } };
    expect((await fixture.admin().identity.account(unknown)).status).toBe(404);
    expect((await fixture.admin().identity.suspendAccount({ ...unknown, body: { reason } })).status).toBe(404);
  });
});

describe("an account that the platform suspends", () => {
  const params = { account: rival };

  test("its people sign in and look; nothing is sent, bought or changed, and both accounts have it in their activities", async () => {
    const owner = fixture.owner(rival);
    const suspended = await fixture.admin().identity.suspendAccount({ params, body: { reason } });
    expect(suspended).toMatchObject({
      status: 201,
      body: { state: "suspended", suspended_why: reason, suspended_by: "platform" },
    });
    expect(await owner.identity.details()).toMatchObject({ status: 200, body: { user: { suspended: reason } } });
    expect((await owner.messaging.senders({})).status).toBe(200);
    expect((await owner.billing.statement({})).status).toBe(200);

    const key = randomUUID();
    const blast = { kind: "express" as const, sender: "SHOP200", numbers: "0722000001", body: "Karibu.", key };
    const plan = { product: "Ticketing" as const, plan: "team-month", method: "balance" as const, key };
    for (const refused of [
      owner.messaging.createBlast({ body: blast }),
      owner.messaging.createGroup({ body: { name: "New", type: "sms" } }),
      owner.billing.payProduct({ body: plan }),
      owner.billing.requestProduct({ body: { product: "Ticketing" } }),
      owner.identity.inviteMember({ body: { name: "Ann", email: "ann@rival.test", role_id: 1 } }),
      owner.identity.createChild({
        body: { name: "New", owner_name: "Ann", owner_email: "ann@new.test", part_price: 9_000, key },
      }),
    ])
      expect(await refused).toMatchObject(mayNot);
    expect((await fixture.activities(rival)).at(-1)).toMatchObject({
      action: "Account suspended",
      by: "Jibu",
      description: `The platform suspended this account: ${reason}.`,
    });
    expect((await fixture.activities(platform)).at(-1)).toMatchObject({
      action: "Account suspended",
      by: "Amina",
      description: `Account ${rival} (${rival}): ${reason}.`,
    });
  });

  test("a job spends nothing for it either; what it owes can be paid, and a person can be sent away", async () => {
    const service = fixture.embedded.clientsOfAccount(rival).billing;
    const held = await service.hold({ body: { reference: "blast:987", cents: 100, description: "SMS" } });
    expect(held).toMatchObject({ status: 422, body: { message: expect.stringContaining(reason) } });
    expect(await fixture.money(rival)).toMatchObject({ held: 0 });
    const owner = fixture.owner(rival);
    const slip = { amount_cents: 50_000, bank: "Equity", reference: "EQ-1", paid_on: "2026-11-20", key: randomUUID() };
    expect((await owner.billing.requestTopUp({ body: slip })).status).toBe(201);
    const kevin = fixture.people[rival]?.Kevin?.id ?? 0;
    expect((await owner.identity.removeMember({ params: { id: kevin } })).status).toBe(201);
    expect((await owner.identity.endSessions({ body: { keep_this: true } })).status).toBe(200);
  });

  test("twice is once, and lifted it goes on; the reason of both is kept", async () => {
    const owner = fixture.owner(rival);
    const before = await fixture.activities(platform);
    await fixture.admin().identity.suspendAccount({ params, body: { reason: "Again" } });
    expect(await fixture.activities(platform)).toHaveLength(before.length);
    const resumed = await fixture.admin().identity.resumeAccount({ params, body: { reason: "Paid today" } });
    expect(resumed).toMatchObject({ status: 201, body: { state: "active", suspended_at: null } });
    expect((await owner.messaging.createGroup({ body: { name: "After", type: "sms" } })).status).toBe(201);
    const service = fixture.embedded.clientsOfAccount(rival).billing;
    expect((await service.hold({ body: { reference: "blast:988", cents: 100, description: "SMS" } })).status).toBe(201);
    expect((await fixture.activities(rival)).map(({ description }) => description)).toContain(
      "The platform lifted its suspension: Paid today.",
    );
  });

  test("needs a reason, and is never the platform's own", async () => {
    expect((await fixture.admin().identity.suspendAccount({ params, body: { reason: " " } })).status).toBe(422);
    const own = await fixture.admin().identity.suspendAccount({ params: { account: platform }, body: { reason } });
    expect(own.status).toBe(409);
  });

  test("its children send and spend nothing either, and are not told why", async () => {
    const child = await fixture.open({ products: ["SMS"] }, rival);
    await fixture.addMoney(child, 10_000);
    await fixture.admin().identity.suspendAccount({ params, body: { reason } });
    const held = await fixture.embedded
      .clientsOfAccount(child)
      .billing.hold({ body: { reference: "blast:1", cents: 100, description: "SMS" } });
    expect(held).toMatchObject({ status: 422, body: { message: expect.stringContaining("your provider") } });
    expect((held.body as { message: string }).message).not.toContain(reason);
    const theirs = await fixture.joined(child);
    const bought = await theirs.billing.payProduct({
      body: { product: "SMS", plan: "start-month", method: "balance", key: randomUUID() },
    });
    expect(bought.status).toBe(403);
    await fixture.admin().identity.resumeAccount({ params, body: { reason: "Paid" } });
    const again = await fixture.embedded
      .clientsOfAccount(child)
      .billing.hold({ body: { reference: "blast:1", cents: 100, description: "SMS" } });
    expect(again.status).toBe(201);
  });
});
