import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { sendNotice, warnOfLowBalance } from "../../services/billing/notices";
import { advance } from "../../services/billing/payments/advance";
import { billingFixture, racing } from "./fixture";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

const platformPeople = { platform: true, permissions: ["Can view all billing information" as const] };
let keys = 0;
const slip = (change: object = {}) => {
  const n = ++keys;
  return {
    amount_cents: 250_000,
    bank: "Equity Bank",
    reference: `00${n}`,
    paid_on: "2026-11-20",
    key: `slip-key-${n}`,
    ...change,
  };
};
type Account = Awaited<ReturnType<typeof fixture.account>>;

async function waitingOf(platform: Account, account: Account, kind: "bank" | "unmatched") {
  const list = await platform.ask.approvals({ query: { kind, state: "open", customer_account: account.number } });
  return list.status === 200 ? list.body.data : [];
}

describe("a bank slip", () => {
  test("waits for a second person of the platform, who alone can approve it, once", async () => {
    const account = await fixture.account();
    const platform = await fixture.account(0, platformPeople);
    const body = slip();
    const asked = await Promise.all([1, 2, 3].map(() => account.ask.requestTopUp({ body })));
    expect(new Set(asked.map((each) => (each.status === 201 ? each.body.id : each.status))).size).toBe(1);
    const [waiting] = await waitingOf(platform, account, "bank");
    expect(waiting).toMatchObject({ amount_cents: 250_000, asked_by: "Wanjiru Maina", reference: body.reference });
    const params = { id: waiting?.id ?? 0 };
    expect((await account.ask.decidePayment({ params, body: { decision: "approve" } })).status).toBe(403);
    expect((await account.service.decidePayment({ params, body: { decision: "approve" } })).status).toBe(403);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => platform.ask.decidePayment({ params, body: { decision: "approve" } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await account.balance()).toBe(250_000);
    await account.proveBooks();
  });

  test("of the platform's own is not approved by whoever asked", async () => {
    const platform = await fixture.account(0, { ...platformPeople, roles: [{ name: "Owner" }] } as never);
    await platform.ask.requestTopUp({ body: slip() });
    const [waiting] = await waitingOf(platform, platform, "bank");
    const answer = await platform.ask.decidePayment({
      params: { id: waiting?.id ?? 0 },
      body: { decision: "approve" },
    });
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining("Another person") } });
    expect(await platform.balance()).toBe(0);
  });

  test("of the same number can't be paid twice, not even by another account", async () => {
    const [one, two] = [await fixture.account(), await fixture.account()];
    const platform = await fixture.account(0, platformPeople);
    const body = slip();
    await one.ask.requestTopUp({ body });
    expect((await one.ask.requestTopUp({ body: { ...body, key: "another-slip-key" } })).status).toBe(422);
    await two.ask.requestTopUp({ body: { ...body, bank: "equity  bank" } });
    for (const [account, status] of [
      [one, 201],
      [two, 409],
    ] as const) {
      const [waiting] = await waitingOf(platform, account, "bank");
      expect(
        (await platform.ask.decidePayment({ params: { id: waiting?.id ?? 0 }, body: { decision: "approve" } })).status,
      ).toBe(status);
    }
    expect([await one.balance(), await two.balance()]).toEqual([250_000, 0]);
  });

  test("has its file with it: one's own only, and the platform gets a link to it", async () => {
    const [account, other] = [await fixture.account(), await fixture.account()];
    const platform = await fixture.account(0, platformPeople);
    const file_id = "0b8f6a52-7f2e-4c55-9a39-5a3a6b1c0d11";
    fixture.files.set(file_id, account.number);
    const foreign = await other.ask.requestTopUp({ body: slip({ file_id }) });
    expect(foreign).toMatchObject({ status: 422, body: { errors: { file_id: expect.anything() } } });
    expect((await account.ask.requestTopUp({ body: slip({ file_id: "../../etc/passwd" }) })).status).toBe(422);
    expect((await account.ask.requestTopUp({ body: slip({ file_id }) })).body).toMatchObject({ file_id });
    const [waiting] = await waitingOf(platform, account, "bank");
    const link = await platform.ask.slip({ params: { id: waiting?.id ?? 0 } });
    expect(link.body).toEqual({ url: `/files/${file_id}?s=1` });
    expect((await account.ask.slip({ params: { id: waiting?.id ?? 0 } })).status).toBe(403);
  });

  test("names an open invoice of its own account, or none", async () => {
    const [account, other] = [await fixture.account(), await fixture.account()];
    const answer = await other.ask.payProduct({
      body: { product: "Ticketing", plan: "team-month", method: "mpesa", phone: "0712 345 678", key: "order-key-1" },
    });
    if (answer.status !== 201) throw new Error(answer.body.message);
    const ordered = answer.body.invoice.id;
    for (const invoice_id of [ordered, 999_999])
      expect((await account.ask.requestTopUp({ body: slip({ invoice_id }) })).status).toBe(404);
    expect((await other.ask.requestTopUp({ body: slip({ invoice_id: ordered }) })).body).toMatchObject({
      invoice_id: ordered,
    });
  });

  test("is refused with a reason, which its sender reads", async () => {
    const account = await fixture.account();
    const platform = await fixture.account(0, platformPeople);
    await account.ask.requestTopUp({ body: slip() });
    const [waiting] = await waitingOf(platform, account, "bank");
    const params = { id: waiting?.id ?? 0 };
    expect((await platform.ask.decidePayment({ params, body: { decision: "refuse" } })).status).toBe(422);
    const reason = "The bank has no such payment.";
    expect((await platform.ask.decidePayment({ params, body: { decision: "refuse", reason } })).body).toMatchObject({
      state: "refused",
      words: reason,
    });
    const list = await account.ask.topUpRequests({ params: { account: account.number, group: "1" } });
    expect(list.body).toMatchObject({ total: 1, data: [{ state: "refused", reason }] });
  });
});

test("an unmatched payment is settled by the platform with what really arrived", async () => {
  const account = await fixture.account();
  const platform = await fixture.account(0, platformPeople);
  const asked = await account.ask.lipa({
    body: { phone: "0712999001", amount_cents: 100_000, key: "unmatched-key-1" },
  });
  const id = asked.status === 201 ? asked.body.id : 0;
  const prompt = fixture.sandbox.prompts()[0];
  if (!prompt) throw new Error("no prompt");
  fixture.sandbox.answer(prompt.checkoutId, "other amount");
  await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(callbackBody(prompt, 100)) });
  await advance(fixture.database, fixture.deps, account.number, id);
  const [waiting] = await waitingOf(platform, account, "unmatched");
  expect(waiting?.details).toContain("another amount");
  const params = { id: waiting?.id ?? 0 };
  expect(
    (await platform.ask.decidePayment({ params, body: { decision: "approve", amount_cents: 10_000 } })).status,
  ).toBe(422);
  const settled = await platform.ask.decidePayment({
    params,
    body: { decision: "approve", amount_cents: 10_000, reference: prompt.receipt },
  });
  expect(settled.body).toMatchObject({ state: "paid", credited_cents: 10_000, decided_by: "Wanjiru Maina" });
  expect(await account.balance()).toBe(10_000);
});

describe("a transfer", () => {
  const parentPeople = { products: ["Reseller" as const], permissions: ["Create child account" as const] };

  test("moves money to a child of one's own, once a key, and to no one else", async () => {
    const parent = await fixture.account(100_000, parentPeople);
    const [child, stranger] = [await fixture.account(), await fixture.account()];
    fixture.identity.parents.set(child.number, parent.number);
    const body = { child: child.number, cents: 30_000, key: "transfer-key-1", note: "November" };
    const answers = await Promise.all(Array.from({ length: 6 }, () => parent.ask.transfer({ body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect([await parent.balance(), await child.balance()]).toEqual([70_000, 30_000]);
    expect((await parent.ask.transfer({ body: { ...body, cents: 1 } })).status).toBe(409);
    expect((await parent.ask.transfer({ body: { ...body, cents: 70_001, key: "transfer-key-2" } })).status).toBe(422);
    for (const other of [stranger.number, parent.number, "900000"])
      expect((await parent.ask.transfer({ body: { ...body, child: other, key: "transfer-key-3" } })).status).toBe(404);
    const statement = await child.ask.statement();
    expect(statement.body).toMatchObject({
      data: [{ kind: "transfer", cents: 30_000, balance_cents: 30_000, description: "From your provider: November" }],
    });
    for (const each of [parent, child]) await each.proveBooks();
  });

  test("fifty this way and fifty that way at once never wait for each other for ever", async () => {
    const [one, two] = [await fixture.account(100_000, parentPeople), await fixture.account(100_000, parentPeople)];
    fixture.identity.parents.set(one.number, two.number);
    fixture.identity.parents.set(two.number, one.number);
    const answers = await racing(100, (i) => {
      const [from, to] = i % 2 === 0 ? [one, two] : [two, one];
      return from.ask.transfer({ body: { child: to.number, cents: 100, key: `swap-key-${i}` } });
    });
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect([await one.balance(), await two.balance()]).toEqual([100_000, 100_000]);
    for (const each of [one, two]) await each.proveBooks();
  }, 60_000);
});

describe("a low balance", () => {
  test("is told once per crossing, by mail and activity, and shown until it is over", async () => {
    const account = await fixture.account(60_000);
    const hold = (n: number, cents: number) =>
      account.service.hold({ body: { reference: `blast:low${n}`, cents, description: "" } });
    const warned = async () => {
      await warnOfLowBalance(fixture.database, { account: account.number });
      return Number(
        (
          await account.rows(
            `select count(*)::int as n from events.activities where customer_account = '${account.number}' and action = 'Low balance'`,
          )
        )[0]?.n,
      );
    };
    await hold(1, 5_000);
    expect(await warned()).toBe(0);
    await hold(2, 10_000);
    await hold(3, 10_000);
    expect(await warned()).toBe(1);
    const details = () => account.ask.billingDetails({ params: { id: `b-${account.number}` } });
    expect((await details()).body).toMatchObject({
      is_low: true,
      low_balance_cents: 50_000,
      available_cents: 35_000,
      held_cents: 25_000,
    });
    await account.service.settle({
      params: { reference: "blast:low3" },
      body: { settled_cents: 0, released_cents: 10_000, closed: true },
    });
    await account.service.settle({
      params: { reference: "blast:low2" },
      body: { settled_cents: 0, released_cents: 10_000, closed: true },
    });
    expect((await details()).body).toMatchObject({ is_low: false });
    expect((await account.ask.saveLowBalance({ body: { low_balance_cents: null } })).body).toMatchObject({
      low_balance_cents: null,
    });
    await hold(4, 50_000);
    expect((await details()).body).toMatchObject({ is_low: false });
  });

  test("what costs more than is left is refused with words and both amounts", async () => {
    const account = await fixture.account(500);
    const answer = await account.service.hold({ body: { reference: "blast:x", cents: 501, description: "" } });
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringMatching(/KES 5\.01.*KES 5\.00/) } });
  });

  test("the mail goes to the owners and the billing address, once each", async () => {
    const account = await fixture.account();
    const notice = { account: account.number, key: "k1", subject: "Your balance is low", text: "Top up." };
    await account.ask.saveBilling({ body: { name: "Shop", email: "books@shop.test" } });
    await expect(sendNotice(fixture.database, fixture.deps, notice)).resolves.toBeUndefined();
  });
});
