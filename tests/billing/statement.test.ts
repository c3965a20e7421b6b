import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { billing } from "../../services/billing/contract";
import { post } from "../../services/billing/store";
import { billingFixture } from "./fixture";

// The figures know every product, on sale or not.
vi.mock("../../services/billing/price-list", async (original) => ({
  ...(await original<typeof import("../../services/billing/price-list")>()),
  isComing: () => false,
}));

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

const slip = {
  amount_cents: 250_000,
  bank: "Equity Bank",
  reference: "0042",
  paid_on: "2026-11-20",
  key: "slip-key-42",
};

describe("the statement and the figures", () => {
  test("each line has the balance after it, on every page, forwards and back", async () => {
    const account = await fixture.account(1_000_000);
    for (let n = 0; n < 12; n++)
      await account.service.hold({ body: { reference: `blast:s${n}`, cents: 1_000, description: `Blast ${n}` } });
    const page = async (query: object) => {
      const answer = await account.ask.statement({ query: { per_page: 5, ...query } });
      if (answer.status !== 200) throw new Error("no page");
      return answer.body;
    };
    const first = await page({});
    expect(first).toMatchObject({ total: 13, last_page: 3, previous: null });
    expect(first.data[0]).toMatchObject({
      seq: 13,
      cents: -1_000,
      balance_cents: 988_000,
      product: "SMS",
      description: "Blast 11",
    });
    const second = await page({ after: first.next });
    expect(second.data.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4]);
    expect((await page({ before: second.previous })).data).toEqual(first.data);
    expect((await page({ page: 3 })).data.at(-1)).toMatchObject({ kind: "topup", balance_cents: 1_000_000 });
    expect((await page({ after: "'; drop table" })).data).toEqual(first.data);
  });

  test("the four views show their own charges and need their own permissions and products", async () => {
    const account = await fixture.account(1_000_000, { products: ["SMS", "Chats", "Voice"] });
    await account.service.hold({ body: { reference: "blast:f1", cents: 8_000, description: "Blast" } });
    await account.service.settle({
      params: { reference: "blast:f1" },
      body: { settled_cents: 8_000, released_cents: 0, closed: true },
    });
    await account.ask.payProduct({
      body: { product: "Chats", plan: "team-month", method: "balance", key: "figures-1" },
    });
    const views = {
      general: account.ask.generalCharges,
      sms: account.ask.smsCharges,
      chats: account.ask.chatsCharges,
      voice: account.ask.voiceCharges,
    };
    const totals: Record<string, unknown> = {};
    for (const [name, view] of Object.entries(views)) {
      const answer = await view();
      totals[name] = answer.status === 200 ? answer.body.total_cents : answer.status;
      if (answer.status === 200)
        expect(answer.body.periods.reduce((sum, { cents }) => sum + cents, 0)).toBe(answer.body.total_cents);
    }
    expect(totals).toEqual({ general: 704_000, sms: 8_000, chats: 696_000, voice: 0 });
    const year = await account.ask.generalCharges({ query: { start_date: "2025-12-01", end_date: "2026-11-30" } });
    expect(year.body).toMatchObject({ step: "month", periods: { length: 12 } });
    expect(
      (await account.ask.generalCharges({ query: { start_date: "nonsense", end_date: "0001-01-01" } })).status,
    ).toBe(200);
    const clerk = await fixture.account(0, {
      products: ["SMS", "Chats"],
      permissions: ["Can view SMS billing information"],
      roles: [],
    } as never);
    const statuses = await Promise.all([
      clerk.ask.smsCharges(),
      clerk.ask.chatsCharges(),
      clerk.ask.voiceCharges(),
      clerk.ask.generalCharges(),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403, 403]);
  });

  test("a charge counts once, in its day and month of Nairobi; what lies outside the days is no part of their month", async () => {
    const account = await fixture.account(1_000_000);
    const charges = [
      ["2026-01-10T12:00:00.000Z", 100_000],
      ["2026-01-31T20:59:59.999Z", 1],
      ["2026-01-31T21:00:00.000Z", 10],
      ["2026-02-28T20:59:59.999Z", 100],
      ["2026-02-28T21:00:00.000Z", 1_000],
      ["2026-03-20T20:59:59.999Z", 10_000],
    ] as const;
    for (const [at, cents] of charges)
      await account.inside((trx) =>
        post(trx, account.number, {
          ...{ kind: "charge", reference: at, product: "SMS", at: new Date(at) },
          entries: [
            { ledger: "available", cents: -cents },
            { ledger: "revenue", cents },
          ],
        }),
      );
    const of = async (start_date: string, end_date: string) => {
      const answer = await account.ask.generalCharges({ query: { start_date, end_date } });
      if (answer.status !== 200) throw new Error("no figures");
      return answer.body;
    };
    const days = await of("2026-02-01", "2026-02-28");
    expect(days.periods).toHaveLength(28);
    expect(days.periods.filter(({ cents }) => cents > 0)).toEqual([
      { period: "2026-02-01", cents: 10 },
      { period: "2026-02-28", cents: 100 },
    ]);
    expect(days).toMatchObject({ step: "day", total_cents: 110, before_cents: 100_001 });
    const months = await of("2026-01-15", "2026-03-20");
    expect(months.periods).toEqual([
      { period: "2026-01-01", cents: 1 },
      { period: "2026-02-01", cents: 110 },
      { period: "2026-03-01", cents: 11_000 },
    ]);
    expect(months).toMatchObject({ step: "month", total_cents: 11_111, before_cents: 100_000 });
    expect(months.products).toEqual([{ product: "SMS", cents: 11_111, times: 5 }]);
  });
});

describe("billing details", () => {
  test("are set with 200 (R138), checked, and stand on later invoices only", async () => {
    const account = await fixture.account();
    const body = { name: "Mama Mboga Ltd", email: "books@mboga.test", kra_pin: "p051234567x", town: "Nakuru" };
    expect(await account.ask.saveBilling({ body })).toMatchObject({ status: 200, body: { kra_pin: "P051234567X" } });
    const wrong = await account.ask.saveBilling({ body: { ...body, kra_pin: "12345", email: "nobody", name: "" } });
    expect(Object.keys((wrong.body as { errors: object }).errors).sort()).toEqual(["email", "kra_pin", "name"]);
    const other = await fixture.account();
    expect((await other.ask.billingDetails({ params: { id: `b-${account.number}` } })).status).toBe(404);
  });

  test("opening an account twice changes nothing", async () => {
    const account = await fixture.account(5_000);
    const again = await account.service.openAccount({ body: { name: "Other", email: "other@x.test" } });
    expect(again).toMatchObject({ status: 201, body: { available_cents: 5_000 } });
    expect((await account.ask.openAccount({ body: { name: "Other", email: "o@x.test" } })).status).toBe(403);
  });
});

test("another account's payments, invoices and lists are not there, whatever the call", async () => {
  const [mine, theirs] = [await fixture.account(), await fixture.account()];
  const made = await mine.ask.requestTopUp({ body: slip });
  const id = made.status === 201 ? made.body.id : 0;
  expect(await theirs.ask.payment({ params: { id } })).toEqual(await theirs.ask.payment({ params: { id: 987_654 } }));
  expect((await theirs.ask.checkPayment({ params: { id } })).status).toBe(404);
  const params = { account: mine.number, group: "1" };
  expect((await theirs.ask.topUps({ params })).status).toBe(404);
  expect((await theirs.ask.topUpRequests({ params })).status).toBe(404);
  expect((await theirs.ask.approvals()).status).toBe(403);
});

test("every documented call is in the contract under its documented path", () => {
  const have = new Set(
    Object.values(billing.calls).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "*")}`),
  );
  for (const call of [
    "GET /products",
    "POST /products",
    "POST /product-request-update",
    "POST /product/pay",
    "POST /billing",
    "GET /billing/*",
    "GET /product/plans",
    "GET /product/invoice/",
    "GET /chat/channels/",
    "POST /topup/request",
    "POST /lipa",
    "GET /top-ups/*/*",
    "GET /requests/*/*",
    "GET /billing/balances/*",
  ])
    expect(have).toContain(call);
});
