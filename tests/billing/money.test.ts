import { afterAll, beforeAll, expect, test } from "vitest";
import { seeded } from "../../demo/people";
import { credit } from "../../services/billing/payments/credit";
import { lockPayment } from "../../services/billing/payments/rows";
import { lockWallet } from "../../services/billing/store";
import { billingFixture, racing } from "./fixture";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

test("10,000 random money operations by 20 clients: the books sum to zero, the balance is their sum, never below zero", async () => {
  const parent = await fixture.account(3_000_000, { products: ["Reseller"], permissions: ["Create child account"] });
  const children = [await fixture.account(200_000), await fixture.account(0)];
  for (const child of children) fixture.identity.parents.set(child.number, parent.number);
  const all = [parent, ...children];
  const random = seeded(20_261_121);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const upTo = (most: number) => Math.floor(random() * most);
  const counts = new Map<string, number>();
  let done = 0;

  const operations = {
    async hold() {
      const answer = await one(all).service.hold({
        body: { reference: `blast:${upTo(400)}`, cents: upTo(9_000), description: "" },
      });
      return answer.status;
    },
    async settle() {
      const [reference, cents] = [`blast:${upTo(400)}`, upTo(9_000)];
      const body = { settled_cents: cents, released_cents: upTo(2_000), closed: random() < 0.2 };
      return (await one(all).service.settle({ params: { reference }, body })).status;
    },
    async transfer() {
      const body = { child: one(children).number, cents: 1 + upTo(5_000), key: `transfer-${upTo(900)}` };
      return (await parent.ask.transfer({ body })).status;
    },
    async topUp() {
      const account = one(all);
      const id = 1 + upTo(60);
      return account.inside(async (trx) => {
        const wallet = await lockWallet(trx, account.number);
        const row = wallet && (await lockPayment(trx, account.number, id));
        if (!row || row.state === "paid") return 409;
        await credit(fixture.deps, trx, account.number, row, { cents: row.amount_cents, reference: "", by: "system" });
        return 201;
      });
    },
    async buy() {
      const body = {
        product: "SMS" as const,
        plan: "start-month",
        method: "balance" as const,
        key: `bought-${upTo(40)}`,
      };
      return (await one(all).ask.payProduct({ body })).status;
    },
  };
  // Slips that wait, so that a top-up is a payment like any other.
  for (const account of all)
    for (let n = 0; n < 60; n++) {
      const slip = {
        amount_cents: 100 + upTo(20_000),
        bank: "Equity Bank",
        reference: `slip-${account.number}-${n}`,
        paid_on: "2026-11-20",
        key: `slip-key-${n}`,
      };
      expect((await account.ask.requestTopUp({ body: slip })).status).toBe(201);
    }

  const shares: (keyof typeof operations)[] = [
    "hold",
    "hold",
    "hold",
    "hold",
    "settle",
    "settle",
    "settle",
    "settle",
    "transfer",
    "topUp",
  ];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (done < 10_000) {
        done++;
        const what = done % 100 === 0 ? "buy" : one(shares);
        const status = await operations[what]();
        expect([201, 404, 409, 422]).toContain(status);
        counts.set(`${what} ${status}`, (counts.get(`${what} ${status}`) ?? 0) + 1);
      }
    }),
  );
  for (const account of all) await account.proveBooks();
  const [sent] = await parent.rows(
    `select coalesce(sum(cents), 0)::bigint as cents from billing.ledger_entries where ledger = 'transfer' and customer_account = '${parent.number}'`,
  );
  const received = await Promise.all(
    children.map(async (child) =>
      Number(
        (
          await child.rows(
            `select coalesce(sum(cents), 0)::bigint as cents from billing.ledger_entries where ledger = 'transfer' and customer_account = '${child.number}'`,
          )
        )[0]?.cents,
      ),
    ),
  );
  expect(Number(sent?.cents) + received.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  // Each kind of operation did happen, and each kind of refusal.
  for (const kind of ["hold 201", "hold 409", "settle 201", "settle 422", "transfer 201", "topUp 201", "buy 201"])
    expect(counts.get(kind) ?? 0, kind).toBeGreaterThan(0);
}, 240_000);

test("200 racing purchases with money for three plans: exactly three", async () => {
  const account = await fixture.account(116_000 * 3 + 50);
  const answers = await racing(200, (i) =>
    account.ask.payProduct({ body: { product: "SMS", plan: "start-month", method: "balance", key: `race-key-${i}` } }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(197);
  expect(await account.balance()).toBe(50);
  await account.proveBooks();
}, 60_000);
