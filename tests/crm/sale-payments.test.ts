import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sale, SaleDetail } from "../../services/crm/contract.sales";
import type { CustomerEvents, CustomerProfile } from "../../services/kit/contract.customer";
import { type CrmStage, crmStage, type Token } from "./fixture";

let fixture: CrmStage;
let contact: number;
let serial = 0;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  contact = (await must<{ id: number }>(201, "createCrmContact", { body: { name: "Amina", phone: phone() } })).id;
});

const phone = () => `+2547220${String(10_000 + serial)}`;
type CallParameters = Parameters<CrmStage["ask"]>;
async function must<T>(
  status: number,
  name: CallParameters[0],
  asked: CallParameters[1],
  token: Token = "owner",
): Promise<T> {
  const answer = await fixture.ask(name, asked, token);
  expect(answer).toMatchObject({ status });
  return answer.body as T;
}
const lines = [{ name: "Cooler", quantity: 2, price_cents: 250_000 }];
const saleForm = (more: object = {}) => ({
  ...{ key: `sale-of-a-test-${++serial}`, contact_id: contact, sold_on: "2026-11-24", lines },
  ...more,
});
const sell = (more: object = {}) => must<Sale>(201, "createSale", { body: saleForm(more) });
let code = 0;
const newCode = () => `SKL${String(++code).padStart(7, "0")}`;
const payment = (more: object = {}) => ({
  ...{ key: `payment-${++serial}`, amount_cents: 200_000, method: "cash", paid_on: "2026-11-25" },
  ...more,
});
async function pay(id: number, more: object = {}): Promise<{ status: number; body: SaleDetail }> {
  const { status, body } = await fixture.ask("recordPayment", { params: { id }, body: payment(more) });
  return { status, body: body as unknown as SaleDetail };
}
const detail = (id: number) => must<SaleDetail>(200, "sale", { params: { id } });

test("payments of a sale add up to what is paid, the newest first", async () => {
  const { id, paid_cents, due_on } = await sell();
  expect({ paid_cents, due_on }).toEqual({ paid_cents: 0, due_on: null });
  const reference = newCode();
  await pay(id, { method: "mpesa", reference: ` ${reference.toLowerCase()} ` });
  await pay(id, { amount_cents: 300_000, method: "bank", reference: "Transfer 12", paid_on: "2026-11-27" });
  expect(await detail(id)).toMatchObject({
    paid_cents: 500_000,
    payments: [
      { amount_cents: 300_000, method: "bank", reference: "Transfer 12", paid_on: "2026-11-27", removed_at: null },
      { amount_cents: 200_000, method: "mpesa", reference, paid_on: "2026-11-25" },
    ],
  });
});

test("more than is open is refused with what is open, and nothing is recorded", async () => {
  const { id } = await sell();
  await pay(id, { amount_cents: 400_000 });
  const refused = await pay(id, { amount_cents: 100_001 });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { amount_cents: [expect.stringContaining("KES 1,000.00")] } },
  });
  await pay(id, { amount_cents: 100_000 });
  expect(await pay(id, { amount_cents: 1 })).toMatchObject({
    status: 422,
    body: { errors: { amount_cents: ["This sale is paid."] } },
  });
  expect((await detail(id)).payments).toHaveLength(2);
});

test("a payment that is posted by twenty at once is recorded once, and twenty payments never pay more than the sale", async () => {
  const { id } = await sell();
  const same = payment();
  const repeated = await Promise.all(
    Array.from({ length: 20 }, () => fixture.ask("recordPayment", { params: { id }, body: same })),
  );
  expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await detail(id)).toMatchObject({ paid_cents: 200_000, payments: [{ amount_cents: 200_000 }] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, { amount_cents: 100_000 })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect((await detail(id)).paid_cents).toBe(500_000);
  const other = { ...same, amount_cents: 1 };
  expect((await fixture.ask("recordPayment", { params: { id }, body: other })).status).toBe(409);
});

test("an M-Pesa payment is recorded once in the account, by two at once too, until it is taken back", async () => {
  const [one, two] = [await sell(), await sell()];
  const reference = newCode();
  const both = await Promise.all([one, two].map(({ id }) => pay(id, { method: "mpesa", reference })));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
  const [paid, unpaid] = both[0]?.status === 201 ? [one, two] : [two, one];
  const again = await pay(unpaid.id, { method: "mpesa", reference });
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { reference: [expect.stringContaining(`sale ${paid.id}`)] } },
  });
  const [recorded] = (await detail(paid.id)).payments;
  const params = { id: paid.id, payment: recorded?.id };
  await must(201, "removePayment", { params });
  expect((await pay(unpaid.id, { method: "mpesa", reference })).status).toBe(201);
  // A cheque of the same number is another payment, and another account's M-Pesa too.
  expect((await pay(unpaid.id, { method: "cheque", reference })).status).toBe(201);
});

test("an M-Pesa payment without its code, an odd method, an amount of 0 and an odd day say what is wrong", async () => {
  const { id } = await sell();
  const refused = async (more: object) => (await pay(id, more)).body as unknown as { errors: Record<string, string[]> };
  expect((await refused({ method: "mpesa", reference: "123" })).errors.reference?.[0]).toContain("M-Pesa code");
  expect((await refused({ method: "barter" })).errors.method).toEqual(["Choose how it was paid."]);
  expect((await refused({ amount_cents: 0 })).errors.amount_cents).toEqual(["A payment is more than 0."]);
  expect((await refused({ paid_on: "soon" })).errors.paid_on).toEqual(["Enter a date."]);
  expect((await detail(id)).payments).toEqual([]);
});

test("a payment that was taken back stays in the list, counts no more, and is taken back once", async () => {
  const { id } = await sell();
  const [recorded] = (await pay(id)).body.payments;
  const params = { id, payment: recorded?.id };
  await Promise.all([1, 2, 3].map(() => must(201, "removePayment", { params })));
  expect(await detail(id)).toMatchObject({
    paid_cents: 0,
    payments: [{ removed_at: expect.any(String), removed_by: expect.any(String) }],
  });
  const wrong = { id, payment: 999_999 };
  expect((await fixture.ask("removePayment", { params: wrong })).status).toBe(404);
  const elsewhere = await sell();
  const other = { id: elsewhere.id, payment: recorded?.id };
  expect((await fixture.ask("removePayment", { params: other })).status).toBe(404);
});

test("a sale is recorded with its payment in one step, or not at all", async () => {
  const reference = newCode();
  const body = saleForm({ payment: { method: "mpesa", reference } });
  const { id } = await must<Sale>(201, "createSale", { body });
  // Posted again, it is the same sale with the same payment.
  await must(201, "createSale", { body });
  expect(await detail(id)).toMatchObject({
    paid_cents: 500_000,
    payments: [{ amount_cents: 500_000, reference, paid_on: "2026-11-24" }],
  });
  const second = saleForm({ payment: { method: "mpesa", reference } });
  expect(await fixture.ask("createSale", { body: second })).toMatchObject({
    status: 422,
    body: { errors: { "payment.reference": [expect.stringContaining(`sale ${id}`)] } },
  });
  const theirs = await must<{ data: Sale[] }>(200, "sales", { query: { contact_id: contact } });
  expect(theirs.data.map((one) => one.id)).toEqual([id]);
});

test("sales are listed by what is to be paid, what is overdue and what is paid", async () => {
  const [later, over, done, none] = [
    await sell({ due_on: "2026-12-24" }),
    await sell({ due_on: "2026-11-01" }),
    await sell({ due_on: "2026-11-02" }),
    await sell(),
  ];
  await pay(done.id, { amount_cents: 500_000 });
  await pay(over.id, { amount_cents: 100_000 });
  const listed = async (query: object) =>
    (await must<{ data: Sale[] }>(200, "sales", { query: { contact_id: contact, ...query } })).data.map(({ id }) => id);
  expect(await listed({})).toEqual([none.id, done.id, over.id, later.id]);
  expect(await listed({ payment: "to be paid" })).toEqual([over.id, later.id]);
  expect(await listed({ payment: "to be paid", due_before: "2026-11-29" })).toEqual([over.id]);
  expect(await listed({ payment: "paid" })).toEqual([done.id]);
  await must(201, "setSaleDue", { params: { id: over.id }, body: { due_on: null } });
  expect(await listed({ payment: "to be paid" })).toEqual([later.id]);
});

test("another account, and someone who sees no sales, reach neither a sale nor its payments", async () => {
  const { id } = await sell();
  const [recorded] = (await pay(id)).body.payments;
  const asks: [CallParameters[0], CallParameters[1]][] = [
    ["sale", { params: { id } }],
    ["recordPayment", { params: { id }, body: payment() }],
    ["removePayment", { params: { id, payment: recorded?.id } }],
    ["setSaleDue", { params: { id }, body: { due_on: null } }],
  ];
  for (const [name, asked] of asks) {
    expect((await fixture.ask(name, asked, "other")).status).toBe(404);
    expect((await fixture.ask(name, asked, "seller")).status).toBe(403);
  }
  expect((await detail(id)).paid_cents).toBe(200_000);
});

test("the customer's history has payments, what is to be paid waits there, for those alone who see sales", async () => {
  const known = (await must<{ phone: string }>(200, "crmContact", { params: { id: contact } })).phone;
  const query = { phones: known, emails: "" };
  const { id } = await sell({ due_on: "2026-11-01" });
  const reference = newCode();
  await pay(id, { method: "mpesa", reference });
  const mistake = (await pay(id, { amount_cents: 100 })).body.payments[0];
  await must(201, "removePayment", { params: { id, payment: mistake?.amount_cents === 100 ? mistake.id : 0 } });
  const events = (await must<CustomerEvents>(200, "customerEvents", { query })).data;
  expect(events.filter(({ kind }) => kind === "payment")).toMatchObject([
    { record: id, title: "Cooler", text: `KES 2,000.00, M-Pesa, ${reference}` },
  ]);
  const waiting = async (token?: Token) =>
    (await must<CustomerProfile>(200, "customer", { query }, token)).tasks.filter(({ record }) => record === id);
  expect(await waiting()).toMatchObject([{ kind: "payment overdue", title: "KES 3,000.00 by 1 Nov 2026, Cooler" }]);
  await must(201, "setSaleDue", { params: { id }, body: { due_on: "2190-01-01" } });
  expect(await waiting()).toMatchObject([{ kind: "payment due" }]);
  await pay(id, { amount_cents: 300_000 });
  expect(await waiting()).toEqual([]);
  // Someone who sees contacts but no sales sees neither.
  const unsold = await sell({ due_on: "2026-11-01" });
  await pay(unsold.id);
  const seen = (await must<CustomerEvents>(200, "customerEvents", { query }, "contacts")).data.map(({ kind }) => kind);
  expect(seen).toContain("record made");
  expect(seen).not.toContain("sale");
  expect(seen).not.toContain("payment");
  const profile = await must<CustomerProfile>(200, "customer", { query }, "contacts");
  expect(profile.tasks.map(({ kind }) => kind)).not.toContain("payment overdue");
});
