import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorker } from "../../services/messaging/blasts/sending";
import { fakeCarrier } from "../messaging/fake-carrier";
import { type ResellerFixture, reseller, resellerFixture, rival } from "./fixture";

let fixture: ResellerFixture;
beforeAll(async () => {
  fixture = await resellerFixture();
});
afterAll(() => fixture.close());

const sender = "SHOP100";

/** A child that may use the parent's sender and has money. */
async function ready(cents = 100_000): Promise<string> {
  const child = await fixture.open();
  const given = await fixture.owner().identity.giveChildSenders({ params: { child }, body: { senders: [sender] } });
  expect(given.status).toBe(201);
  if (cents > 0) await fixture.addMoney(child, cents);
  return child;
}

const form = (more: object = {}) => ({
  kind: "express" as const,
  sender,
  numbers: "0722000001\n0722000002",
  body: "Karibu.",
  key: randomUUID(),
  ...more,
});

/** The parent's owner at work in the child account. */
const within = async (child: string) => fixture.as(await fixture.delegation(child));

async function draft(child: string, more: object = {}): Promise<number> {
  const made = await (await within(child)).messaging.createBlast({ body: form(more) });
  if (made.status !== 201) throw fixture.faults.at(-1) ?? new Error(made.body.message);
  return made.body.id;
}

describe("sender names of a child", () => {
  test("what an account sends on comes whole: the standard price, its senders by name, whose they are", async () => {
    const own = { kind: "transactional", given: false };
    const terms = async (account: string) =>
      (await fixture.embedded.clientsOfAccount(account).messaging.sendingTerms()).body;
    expect(await terms(rival)).toEqual({
      ...{ part_price: 8_000, suspended: null },
      senders: [
        { ...own, sender: "SHOP200", status: "approved" },
        { ...own, sender: "WAITING", status: "pending" },
      ],
    });
    expect(await terms(await ready(0))).toEqual({
      ...{ part_price: 9_000, suspended: null },
      senders: [{ sender, kind: "transactional", status: "approved", given: true }],
    });
    expect(await terms("300003")).toEqual({ part_price: 8_000, suspended: null, senders: [] });
  });

  test("the parent's approved ones are given and taken; what the child has itself stays", async () => {
    const child = await ready(0);
    const params = { child };
    const other = await fixture.owner().identity.giveChildSenders({ params, body: { senders: ["WAITING"] } });
    expect(other).toMatchObject({ status: 422, body: { errors: { senders: [expect.stringContaining("WAITING")] } } });
    expect((await fixture.owner().identity.childSenders({ params })).body).toMatchObject({
      data: [{ sender, status: "approved", given: true }],
    });
    await fixture.owner().identity.giveChildSenders({ params, body: { senders: [] } });
    expect((await (await within(child)).messaging.senders({})).body).toMatchObject({
      data: [{ sender, status: "suspended" }, { shared: true }],
    });
    const theirs = await (await fixture.joined(child)).messaging.createBlast({ body: form() });
    expect(theirs).toMatchObject({ status: 422, body: { errors: { sender: [expect.any(String)] } } });
    for (const account of [reseller, child])
      expect(
        (await fixture.activities(account)).filter(({ action }) => action.startsWith("Sender names")).at(-1)
          ?.description,
      ).toContain("none");
  });
});

describe("sending for a child", () => {
  test("it is priced at the child's price, held in the child's wallet, and both see who did it", async () => {
    const child = await ready();
    const parent = await fixture.money(reseller);
    const theirAccount = await within(child);
    const priced = await theirAccount.messaging.price({ body: form() });
    expect(priced.body).toMatchObject({
      recipients: 2,
      cost_cents: 180,
      balance_cents: 100_000,
      balance_after_cents: 99_820,
    });
    const made = await theirAccount.messaging.createBlast({ body: form() });
    const { id } = made.body as { id: number };
    for (let times = 0; times < 2; times++)
      expect(await theirAccount.messaging.confirmBlast({ params: { id } })).toMatchObject({
        status: 201,
        body: { status: "sending", cost_cents: 180 },
      });
    expect(await fixture.money(child)).toMatchObject({ available: 99_820, held: 180, all: 0, cached: 99_820 });
    expect(await fixture.money(reseller)).toEqual(parent);
    const inParent = (await fixture.activities(reseller)).filter(({ action }) => action === "Message sent");
    expect(inParent).toEqual([
      { action: "Message sent", by: "Wanjiru", description: `Done in Savanna Nakuru (${child}).` },
    ]);
    expect((await fixture.activities(child)).filter(({ action }) => action === "Message sent")).toEqual([
      {
        action: "Message sent",
        by: "Wanjiru (for Account 100001)",
        description: `2 messages from ${sender}, KES 1.80.`,
      },
    ]);
    const theirs = await (await fixture.joined(child)).messaging.blast({ params: { id } });
    expect(theirs.body).toMatchObject({
      created_by: "Wanjiru (for Account 100001)",
      price: { balance_cents: 100_000 },
    });
  });

  test("the same form twice is one draft, and a group of the parent's is none of the child's", async () => {
    const child = await ready();
    const key = randomUUID();
    expect(await draft(child, { key })).toBe(await draft(child, { key }));
    const group = await fixture.owner().messaging.createGroup({ body: { name: "Ours", type: "sms" } });
    const made = await (await within(child)).messaging.createBlast({
      body: form({ kind: "bulk", group_ids: [(group.body as { id: number }).id] }),
    });
    expect(made).toMatchObject({ status: 422, body: { errors: { group_ids: [expect.any(String)] } } });
  });

  test("a wallet that is too low refuses in words, and nothing is held", async () => {
    const child = await ready(100);
    const id = await draft(child);
    const answer = await (await within(child)).messaging.confirmBlast({ params: { id } });
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining("balance") } });
    expect(await fixture.money(child)).toMatchObject({ available: 100, held: 0 });
    expect((await fixture.activities(child)).map(({ action }) => action)).not.toContain("Message sent");
  });

  test("a child without SMS is not written for", async () => {
    const child = await fixture.open({ products: [] });
    const made = await (await within(child)).messaging.createBlast({ body: form() });
    expect(made).toMatchObject({ status: 403, body: { message: expect.stringContaining("does not have SMS") } });
  });
});

describe("suspension", () => {
  test("a suspended child is refused when it writes, confirms and resumes; running blasts pause; people still sign in", async () => {
    const child = await ready();
    const [running, waiting] = [await draft(child), await draft(child, { name: "Other" })];
    await (await within(child)).messaging.confirmBlast({ params: { id: running } });
    const params = { child };
    const suspended = await fixture.owner().identity.suspendChild({ params, body: { reason: "Unpaid invoice" } });
    expect(suspended).toMatchObject({ status: 201, body: { state: "suspended" } });
    const theirs = await fixture.joined(child);
    const body = { message: expect.stringContaining("suspended: Unpaid invoice.") };
    const refused = { status: 403, body };
    expect(await theirs.messaging.createBlast({ body: form() })).toMatchObject(refused);
    expect(await theirs.messaging.confirmBlast({ params: { id: waiting } })).toMatchObject(refused);
    expect(await theirs.messaging.resumeBlast({ params: { id: running } })).toMatchObject(refused);
    expect(await (await within(child)).messaging.confirmBlast({ params: { id: waiting } })).toMatchObject(refused);
    expect((await theirs.messaging.blast({ params: { id: running } })).body).toMatchObject({ status: "paused" });
    expect((await theirs.identity.details()).status).toBe(200);

    await fixture.owner().identity.resumeChild({ params });
    const again = fixture.as(child).messaging;
    expect((await again.blast({ params: { id: running } })).body).toMatchObject({ status: "paused" });
    expect((await again.resumeBlast({ params: { id: running } })).body).toMatchObject({ status: "sending" });
    expect((await again.confirmBlast({ params: { id: waiting } })).status).toBe(201);
    const said = (await fixture.activities(child)).map(({ action, description }) => `${action}: ${description}`);
    expect(said).toContain("Account suspended: Suspended by Account 100001: Unpaid invoice.");
  });

  test("a suspended parent stops itself, its children and theirs; lifting it leaves what stands below", async () => {
    const child = await fixture.open({ products: ["SMS", "Reseller"] });
    const theirs = await fixture.joined(child);
    const made = await theirs.identity.createChild({
      body: {
        ...{
          name: "Grandchild",
          owner_name: "Ann",
          owner_email: "ann@grand.test",
          part_price: 9_500,
          key: randomUUID(),
        },
        products: ["SMS"],
      },
    });
    const grandchild = (made.body as { number: string }).number;
    const stoppedOf = async (account: string) =>
      ((await fixture.embedded.clientsOfAccount(account).messaging.sendingTerms()).body as { suspended: string | null })
        .suspended;
    const { identity: platform } = fixture.admin();
    const params = { account: reseller };
    await theirs.identity.suspendChild({ params: { child: grandchild }, body: {} });
    expect((await platform.suspendAccount({ params, body: { reason: "Fraud" } })).status).toBe(201);
    expect(await stoppedOf(reseller)).toContain("Fraud");
    expect(await stoppedOf(child)).toContain("Account 100001");
    expect(await stoppedOf(child)).not.toContain("Fraud");
    expect(await fixture.owner().messaging.createBlast({ body: form() })).toMatchObject({ status: 403 });
    expect(await theirs.messaging.createBlast({ body: form() })).toMatchObject({ status: 422 });
    await platform.resumeAccount({ params, body: { reason: "It was a mistake" } });
    expect(await stoppedOf(reseller)).toBeNull();
    expect(await stoppedOf(child)).toBeNull();
    expect(await stoppedOf(grandchild)).toContain("suspended");
  });

  test("what the platform suspended, a parent can't lift", async () => {
    const child = await fixture.open();
    const params = { account: child };
    await fixture.admin().identity.suspendAccount({ params, body: { reason: "Complaints" } });
    expect((await fixture.owner().identity.resumeChild({ params: { child } })).status).toBe(409);
    expect((await fixture.owner().identity.child({ params: { child } })).body).toMatchObject({ state: "suspended" });
  });

  test("a reseller's suspension is in force again when the platform lifts its own, with its reason", async () => {
    const child = await fixture.open();
    await fixture.joined(child);
    const why = async () => {
      const answer = await fixture.as(child).identity.details();
      return answer.status === 200 ? answer.body.user.suspended : undefined;
    };
    const params = { account: child };
    const reseller = fixture.owner().identity;
    await fixture.admin().identity.suspendAccount({ params, body: { reason: "Complaints" } });
    await reseller.suspendChild({ params: { child }, body: { reason: "Unpaid invoice" } });
    expect(await why()).toBe("Complaints");
    await fixture.admin().identity.resumeAccount({ params, body: { reason: "Settled" } });
    expect(await why()).toBe("Unpaid invoice");
    const again = await fixture.admin().identity.resumeAccount({ params, body: { reason: "Settled" } });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining("Account 100001") } });
    await reseller.resumeChild({ params: { child } });
    expect(await why()).toBeNull();
  });

  test("the job says again what the call could not", async () => {
    const child = await fixture.open();
    await fixture.owner().identity.suspendChild({ params: { child }, body: {} });
    await fixture.embedded.clientsOfAccount(child).messaging.setAccountStatus({ body: { suspended: null } });
    await fixture.tasks["identity.account-status"]?.({ account: child });
    const terms = await fixture.embedded.clientsOfAccount(child).messaging.sendingTerms();
    expect(terms.body).toMatchObject({ suspended: expect.stringContaining("suspended") });
  });

  test("while it is suspended no message leaves, and each leaves once after it is resumed", async () => {
    const child = await ready();
    const theirs = await fixture.joined(child);
    const id = await draft(child);
    await (await within(child)).messaging.confirmBlast({ params: { id } });
    await fixture.owner().identity.suspendChild({ params: { child }, body: {} });
    const carrier = fakeCarrier();
    const worker = await startWorker(fixture.database, {
      billingFor: (account: string) => fixture.embedded.clientsOfAccount(account).billing,
      log: { info: () => undefined, error: () => undefined },
      carrier: carrier.carrier,
      settleMs: 100,
    });
    // Another account's message goes meanwhile: the worker is at work.
    const busy = await ready();
    const other = await draft(busy);
    await (await within(busy)).messaging.confirmBlast({ params: { id: other } });
    await expect.poll(() => carrier.sent.length, { timeout: 20_000 }).toBe(2);
    await fixture.owner().identity.resumeChild({ params: { child } });
    await theirs.messaging.resumeBlast({ params: { id } });
    await expect.poll(() => carrier.sent.length, { timeout: 20_000 }).toBe(4);
    await worker.stop();
  });
});
