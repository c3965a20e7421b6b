import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { advance } from "../../services/billing/payments/advance";
import { offered, productPlans } from "../../services/billing/products/plans";
import { grant, reminderAt, renew } from "../../services/billing/products/renew";
import { addMonths } from "../../services/billing/subscriptions/months";
import { moves, tileState, usable } from "../../services/billing/subscriptions/states";
import { billingFixture } from "./fixture";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

const platformPeople = { platform: true, permissions: ["Can view all billing information" as const] };
const day = 86_400_000;
let keys = 0;
const key = () => `a-key-number-${++keys}`;
type Account = Awaited<ReturnType<typeof fixture.account>>;

async function tile(account: Account, product: string) {
  const answer = await account.ask.products();
  return answer.status === 200 ? answer.body.data.find((each) => each.product === product) : undefined;
}

describe("a plan", () => {
  test("is paid from the balance: invoice, product until, menu granted; pressed ten times it is bought once", async () => {
    const account = await fixture.account(500_000);
    const body = { product: "SMS" as const, plan: "start-month", method: "balance" as const, key: key() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => account.ask.payProduct({ body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await account.balance()).toBe(500_000 - 116_000);
    const found = await tile(account, "SMS");
    expect(found).toMatchObject({ state: "active", detail: "active", plan: { code: "start-month" } });
    const ends = new Date(found?.active_until ?? 0).getTime();
    expect(Math.abs(ends - addMonths(new Date(), 1).getTime())).toBeLessThan(60_000);
    await grant(fixture.database, fixture.deps, { account: account.number, product: "SMS" });
    expect(fixture.identity.granted.at(-1)).toEqual({ account: account.number, grant: ["SMS"], revoke: [] });
    await account.proveBooks();
  });

  test("is not sold when the balance is too low: 422 with words, nothing changed", async () => {
    const account = await fixture.account(100_000);
    const answer = await account.ask.payProduct({
      body: { product: "SMS", plan: "start-month", method: "balance", key: key() },
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { method: [expect.stringContaining("too low")] } } });
    expect(await account.balance()).toBe(100_000);
    expect(await tile(account, "SMS")).toMatchObject({ state: "available" });
  });

  test("is paid by M-Pesa: pro forma, prompt, and active when the money is there", async () => {
    const account = await fixture.account();
    const answer = await account.ask.payProduct({
      body: { product: "Ticketing", plan: "team-month", method: "mpesa", phone: "0712 345 678", key: key() },
    });
    if (answer.status !== 201) throw new Error(answer.body.message);
    const { invoice, payment, product } = answer.body;
    expect(invoice).toMatchObject({
      kind: "proforma",
      state: "open",
      number: expect.stringMatching(/^PRO-/),
      total_cents: 464_000,
    });
    expect(payment).toMatchObject({ state: "prompted", amount_cents: 464_000, invoice_id: invoice.id });
    expect(product).toMatchObject({ state: "requested", detail: "awaiting_payment" });
    const prompt = fixture.sandbox.prompts()[0];
    if (!prompt) throw new Error("no prompt");
    fixture.sandbox.answer(prompt.checkoutId, "approve");
    await fetch(prompt.callbackUrl, { method: "POST", body: JSON.stringify(callbackBody(prompt)) });
    await advance(fixture.database, fixture.deps, account.number, payment?.id ?? 0);
    expect(await tile(account, "Ticketing")).toMatchObject({ state: "active", invoice_id: null });
    expect(await account.balance()).toBe(0);
    const paid = await account.ask.invoice({ params: { id: invoice.id } });
    expect(paid.body).toMatchObject({ state: "paid", refers_to: { number: "INV-2026-000001" } });
    await account.proveBooks();
  });

  test("is requested by invoice, and paid later by a top-up of the right size", async () => {
    const account = await fixture.account(20_000);
    const asked = await account.ask.payProduct({
      body: { product: "Ticketing", plan: "team-month", method: "invoice", key: key() },
    });
    if (asked.status !== 201) throw new Error(asked.body.message);
    const { invoice } = asked.body;
    const tooLittle = await account.ask.lipa({
      body: { phone: "0712345679", amount_cents: 100_000, invoice_id: invoice.id, key: key() },
    });
    expect(tooLittle.status).toBe(422);
    const balance = { product: "Ticketing" as const, plan: "team-month", method: "balance" as const, key: key() };
    expect((await account.ask.payProduct({ body: balance })).status).toBe(422);
    const again = await account.ask.payProduct({ body: { ...balance, method: "invoice", key: key() } });
    expect(again.body).toMatchObject({ invoice: { id: invoice.id } });
    expect((await account.ask.cancelInvoice({ params: { id: invoice.id } })).body).toMatchObject({
      state: "cancelled",
    });
    expect(await tile(account, "Ticketing")).toMatchObject({ state: "available", invoice_id: null });
  });

  test("the other name of a product is the same product, and an unknown plan a field error", async () => {
    const account = await fixture.account(500_000);
    await account.ask.payProduct({ body: { product: "BULK", plan: "start-month", method: "balance", key: key() } });
    expect(await tile(account, "SMS")).toMatchObject({ state: "active" });
    const answer = await account.ask.payProduct({
      body: { product: "SMS", plan: "nothing", method: "balance", key: key() },
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { plan: expect.anything() } } });
  });

  test("needs the permission to spend", async () => {
    const account = await fixture.account(500_000, {
      roles: [{ name: "Agent" }],
      permissions: ["View dashboard"],
    } as never);
    const body = { product: "SMS" as const, plan: "start-month", method: "balance" as const, key: key() };
    expect((await account.ask.payProduct({ body })).status).toBe(403);
    expect((await account.ask.products()).status).toBe(200);
  });
});

describe("a request", () => {
  test("waits for the platform, once however often it is sent, and is decided once", async () => {
    const account = await fixture.account();
    const platform = await fixture.account(0, platformPeople);
    expect(
      (
        await account.ask.payProduct({
          body: { product: "Reseller", plan: "partner-month", method: "invoice", key: key() },
        })
      ).status,
    ).toBe(409);
    for (let n = 0; n < 3; n++)
      await account.ask.requestProduct({ body: { product: "Reseller", note: "For our branches" } });
    expect(await tile(account, "Reseller")).toMatchObject({ state: "requested", requested_by: "Wanjiru Maina" });
    const list = await platform.ask.approvals({ query: { kind: "product", customer_account: account.number } });
    const waiting = list.status === 200 ? list.body.data : [];
    expect(waiting).toHaveLength(1);
    const id = waiting[0]?.id ?? 0;
    expect((await account.ask.updateProductRequest({ body: { id, decision: "approve" } })).status).toBe(403);
    expect((await platform.ask.updateProductRequest({ body: { id, decision: "refuse" } })).status).toBe(422);
    expect((await platform.ask.updateProductRequest({ body: { id, decision: "approve" } })).body).toMatchObject({
      state: "requested",
      detail: "approved",
    });
    expect((await platform.ask.updateProductRequest({ body: { id, decision: "approve" } })).status).toBe(409);
  });

  test("approved where a plan is paid it can then be bought; refused it says why", async () => {
    const account = await fixture.account(5_000_000);
    const platform = await fixture.account(0, platformPeople);
    const decide = async (of: typeof account, decision: "approve" | "refuse") => {
      await of.ask.requestProduct({ body: { product: "Reseller" } });
      const list = await platform.ask.approvals({
        query: { kind: "product", state: "open", customer_account: of.number },
      });
      const id = list.status === 200 ? (list.body.data[0]?.id ?? 0) : 0;
      return platform.ask.updateProductRequest({ body: { id, decision, reason: "Papers are missing" } });
    };
    expect((await decide(account, "approve")).body).toMatchObject({ state: "requested", detail: "approved" });
    const bought = await account.ask.payProduct({
      body: { product: "Reseller", plan: "partner-month", method: "balance", key: key() },
    });
    expect(bought.body).toMatchObject({ product: { state: "active" } });
    expect((await decide(await fixture.account(), "refuse")).body).toMatchObject({
      state: "available",
      detail: "refused",
      words: expect.stringContaining("Papers"),
    });
  });
});

describe("the end of a plan", () => {
  const atTime = (at: number) => ({ ...fixture.deps, now: () => new Date(at) });

  test("is announced, renewed by invoice, runs on in grace, then stops and is taken from the menu; paying brings it back", async () => {
    const account = await fixture.account(116_000);
    await account.ask.payProduct({ body: { product: "SMS", plan: "start-month", method: "balance", key: key() } });
    const ends = new Date((await tile(account, "SMS"))?.active_until ?? 0).getTime();
    const work = { account: account.number, product: "SMS" };
    for (const before of [7, 6.5, 3, 3, 1, 0.5]) await renew(fixture.database, atTime(ends - before * day), work);
    const renewal = await account.ask.invoices({ query: { kind: "proforma" } });
    expect(renewal.body).toMatchObject({ total: 1, data: [{ state: "open", total_cents: 116_000 }] });
    await renew(fixture.database, atTime(ends + 1_000), work);
    expect(await tile(account, "SMS")).toMatchObject({ state: "active", detail: "grace" });
    await renew(fixture.database, atTime(ends + 8 * day), work);
    expect(await tile(account, "SMS")).toMatchObject({ state: "available", detail: "suspended" });
    await grant(fixture.database, fixture.deps, work);
    expect(fixture.identity.granted.at(-1)).toEqual({ account: account.number, grant: [], revoke: ["SMS"] });
    const back = await account.ask.payProduct({
      body: { product: "SMS", plan: "start-month", method: "mpesa", phone: "0712345670", key: key() },
    });
    expect(back.status).toBe(201);
  });

  test("renews from the balance once when that was wished, and goes into grace when it is too low", async () => {
    const account = await fixture.account(116_000 * 2);
    await account.ask.payProduct({
      body: { product: "SMS", plan: "start-month", method: "balance", auto_renew: true, key: key() },
    });
    const ends = new Date((await tile(account, "SMS"))?.active_until ?? 0).getTime();
    const work = { account: account.number, product: "SMS" };
    await Promise.all([1, 2, 3].map(() => renew(fixture.database, atTime(ends + 1_000), work)));
    expect(await account.balance()).toBe(0);
    const next = new Date((await tile(account, "SMS"))?.active_until ?? 0).getTime();
    expect(next).toBe(addMonths(new Date(ends), 1).getTime());
    await renew(fixture.database, atTime(next + 1_000), work);
    expect(await tile(account, "SMS")).toMatchObject({ detail: "grace", auto_renew: true });
    await account.proveBooks();
  });

  test.each([
    [8, undefined],
    [7, 7],
    [3.5, 7],
    [3, 3],
    [1.01, 3],
    [1, 1],
    [0.1, 1],
  ])("%s days before the end the reminder of %s days is due", (left, due) => expect(reminderAt(left * day)).toBe(due));
});

test("states: only what is paid or in grace may be used, and every state has its documented word", () => {
  expect(Object.entries(usable).flatMap(([state, may]) => (may ? state : []))).toEqual(["active", "grace"]);
  for (const state of Object.keys(moves) as (keyof typeof moves)[]) {
    expect(["available", "requested", "active"]).toContain(tileState[state]);
    if (state !== "requested" || moves[state].pay) expect(moves[state].pay).toBe("active");
  }
});

test("every product is shown once; what is on sale has plans or prices of use", async () => {
  const account = await fixture.account();
  const answer = await account.ask.products();
  const tiles = answer.status === 200 ? answer.body.data : [];
  expect(tiles.map(({ product }) => product)).toEqual([...offered]);
  for (const { plans, rates, coming } of tiles) if (!coming) expect(plans.length + rates.length).toBeGreaterThan(0);
  for (const plan of productPlans("SMS", new Date())) expect(plan.total_cents).toBe(plan.price_cents + plan.vat_cents);
});

test.each([
  ["2026-01-31T10:00:00Z", 1, "2026-02-28T10:00:00.000Z"],
  ["2028-01-31T10:00:00Z", 1, "2028-02-29T10:00:00.000Z"],
  ["2026-12-15T10:00:00Z", 1, "2027-01-15T10:00:00.000Z"],
  ["2028-02-29T10:00:00Z", 12, "2029-02-28T10:00:00.000Z"],
])("%s and %s months is %s", (from, months, to) => expect(addMonths(new Date(from), months).toISOString()).toBe(to));
