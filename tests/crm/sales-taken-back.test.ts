import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Customer, Sale, SaleDetail } from "../../services/crm/contract.sales";
import type { CrmSummary } from "../../services/crm/contract.summary";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import type { FinishedAnswer } from "../setup/finished";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
let contact: number;
let serial = 0;
const phone = () => `+2547331${String(10_000 + serial)}`;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  serial++;
  contact = (await must<{ id: number }>(201, "createCrmContact", { body: { name: "Amina", phone: phone() } })).id;
});

type CallParameters = Parameters<CrmStage["ask"]>;
async function must<T>(
  status: number,
  name: CallParameters[0],
  asked: CallParameters[1] = {},
  token: Token = "owner",
): Promise<T> {
  const answer = await fixture.ask(name, asked, token);
  expect(answer).toMatchObject({ status });
  return answer.body as T;
}
const today = new Date().toISOString().slice(0, 10);
const sell = (more: object = {}) => {
  const lines = [{ name: "Cooler", quantity: 2, price_cents: 250_000 }];
  const body = { key: `taken-back-${++serial}`, contact_id: contact, sold_on: today, lines, ...more };
  return must<Sale>(201, "createSale", { body });
};
const pay = (id: number, amount_cents = 100_000) => {
  const body = { key: `taken-back-${++serial}`, amount_cents, method: "cash", paid_on: today };
  return fixture.ask("recordPayment", { params: { id }, body });
};
const takeBack = (id: number, token: Token = "owner") => fixture.ask("removeSale", { params: { id } }, token);
const detail = (id: number) => must<SaleDetail>(200, "sale", { params: { id } });
const listed = async (query: object = {}) =>
  (await must<{ data: Sale[] }>(200, "sales", { query: { contact_id: contact, ...query } })).data.map(({ id }) => id);
const always = { from: "2020-01-01T00:00:00.000000Z", until: "2199-01-01T00:00:00.000000Z" };

/** What is told of the sales of the contact wherever they count. */
async function readFigures() {
  const [known, summary] = [
    await must<{ phone: string }>(200, "crmContact", { params: { id: contact } }),
    await must<CrmSummary>(200, "dealsSummary", { query: { start_date: today, end_date: today } }),
  ];
  const query = { phones: known.phone, emails: "" };
  const customers = await must<{ data: Customer[] }>(200, "customers", { query: {} });
  const events = await must<CustomerEvents>(200, "customerEvents", { query });
  const profile = await must<CustomerProfile>(200, "customer", { query });
  const finished = (await fixture.ask("finished", { body: always }, "service")).body as unknown as FinishedAnswer;
  return {
    listed: await listed(),
    customer: customers.data.find(({ id }) => id === contact),
    events: events.data.length,
    waiting: profile.tasks.length,
    finished: finished.data.length,
    sold: summary.sales,
  };
}

test("a sale that was taken back can be read, and counts in no list and no figure", async () => {
  const before = await readFigures();
  const { id } = await sell({ due_on: "2026-11-01" });
  expect(await readFigures()).not.toEqual(before);
  expect((await takeBack(id)).status).toBe(201);
  expect(await readFigures()).toEqual(before);
  expect(await listed({ payment: "to be paid" })).toEqual([]);
  expect(await listed({ payment: "taken back" })).toEqual([id]);
  expect(await detail(id)).toMatchObject({
    ...{ total_cents: 500_000, lines: [{ name: "Cooler", quantity: 2 }] },
    ...{ removed_at: expect.any(String), removed_by: expect.stringMatching(/./) },
  });
  const told = await fixture.rows<{ n: number }>(
    `select count(*)::int as n from events.activities where action = 'Sale taken back' and subject_id = '${id}'`,
  );
  expect(told).toEqual([{ n: 1 }]);
});

test("a sale counts as long as it is not taken back, whatever else is", async () => {
  const [kept, gone] = [await sell(), await sell()];
  await Promise.all([1, 2, 3].map(() => takeBack(gone.id)));
  const { removed_at } = await detail(gone.id);
  await takeBack(gone.id);
  expect((await detail(gone.id)).removed_at).toBe(removed_at);
  expect(await listed()).toEqual([kept.id]);
  expect((await readFigures()).customer).toMatchObject({ sales: 1, totals: [{ currency: "KES", cents: 500_000 }] });
});

test("a sale with a payment is taken back after the payment alone", async () => {
  const { id } = await sell();
  expect((await pay(id)).status).toBe(201);
  expect(await takeBack(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("payments first") },
  });
  const [payment] = (await detail(id)).payments;
  await must(201, "removePayment", { params: { id, payment: payment?.id } });
  expect((await takeBack(id)).status).toBe(201);
});

test("of a sale that was taken back nothing is paid, nor awaited, by twenty at once either", async () => {
  const { id } = await sell();
  const answers = await Promise.all([...Array.from({ length: 10 }, () => pay(id, 1_000)), takeBack(id)]);
  const taken = answers.at(-1)?.status === 201;
  const { paid_cents, removed_at } = await detail(id);
  expect({ paid: paid_cents > 0, counts: removed_at === null }).toEqual({ paid: !taken, counts: !taken });
  const other = await sell();
  expect((await takeBack(other.id)).status).toBe(201);
  expect(await pay(other.id)).toMatchObject({ status: 409, body: { message: "This sale was taken back." } });
  const due = { params: { id: other.id }, body: { due_on: "2026-12-24" } };
  expect((await fixture.ask("setSaleDue", due)).status).toBe(409);
});

test("a missing sale, another account's, and someone who sees no sales are told apart", async () => {
  const { id } = await sell();
  expect((await takeBack(999_999)).status).toBe(404);
  expect((await takeBack(id, "other")).status).toBe(404);
  expect((await takeBack(id, "seller")).status).toBe(403);
  expect((await detail(id)).removed_at).toBeNull();
});
