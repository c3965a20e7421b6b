import { afterAll, beforeAll, expect, test } from "vitest";
import { isComing, offers } from "../../services/billing/price-list";
import { offered } from "../../services/billing/products/plans";
import { renew } from "../../services/billing/products/renew";
import { activate } from "../../services/billing/subscriptions/activate";
import { billingFixture } from "./fixture";

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

const coming = offered.filter(isComing);
const day = 86_400_000;

test.each(coming)(
  "%s is not there yet: it is shown, and refused with words whichever way it is asked for",
  async (product) => {
    const account = await fixture.account(100_000_000);
    const answer = await account.ask.products();
    const tile = answer.status === 200 ? answer.body.data.find((each) => each.product === product) : undefined;
    expect(tile).toMatchObject({ coming: true, state: "available", plans: [], rates: [] });
    expect(tile?.words).toContain("building");
    const refused = { status: 406, body: { message: expect.stringContaining("not there yet") } };
    expect(await account.ask.requestProduct({ body: { product } })).toMatchObject(refused);
    const [code = "team"] = Object.keys(offers[product].plans);
    for (const method of ["balance", "invoice", "mpesa"] as const) {
      const body = { product, plan: `${code}-month`, method, phone: "0712345678", key: `coming-${product}-${method}` };
      expect(await account.ask.payProduct({ body })).toMatchObject(refused);
    }
    expect(await account.ask.renewal({ body: { product, auto_renew: true } })).toMatchObject(refused);
    expect((await account.ask.plans({ query: { product } })).body).toMatchObject({ data: [], rates: [] });
    expect((await account.ask.invoices({})).body).toMatchObject({ total: 0 });
    expect(await account.balance()).toBe(100_000_000);
  },
);

test("a request from before can be refused, and not approved", async () => {
  const account = await fixture.account();
  const admin = await fixture.account(0, { platform: true, permissions: ["Can view all billing information"] });
  const [product] = coming;
  if (!product) throw new Error("everything is on sale");
  await account.inside(async (trx) => {
    const row = { customer_account: account.number, product, state: "requested" as const, requested_by: "Wanjiru" };
    await trx.insertInto("billing.subscriptions").values(row).execute();
    await trx
      .insertInto("billing.approvals")
      .values({ customer_account: account.number, kind: "product", subject: product, title: `${product} requested` })
      .execute();
  });
  const list = await admin.ask.approvals({ query: { customer_account: account.number } });
  const id = list.status === 200 ? (list.body.data[0]?.id ?? 0) : 0;
  expect((await admin.ask.updateProductRequest({ body: { id, decision: "approve" } })).status).toBe(406);
  const refused = await admin.ask.updateProductRequest({ body: { id, decision: "refuse", reason: "Not there yet" } });
  expect(refused).toMatchObject({ status: 201, body: { detail: "refused" } });
});

test("who holds it already keeps it past the end of its plan, and is charged nothing", async () => {
  const account = await fixture.account(100_000_000, { products: ["USSD Codes"] });
  const now = new Date();
  await account.inside(async (trx) => {
    const until = new Date(now.getTime() + day);
    await activate(trx, account.number, "USSD Codes", "shared-month", { from: now, until }, now);
    await trx.updateTable("billing.subscriptions").set({ auto_renew: true }).execute();
  });
  for (const days of [0.5, 1.5, 5, 60])
    await renew(
      fixture.database,
      { ...fixture.deps, now: () => new Date(now.getTime() + days * day) },
      { account: account.number, product: "USSD Codes" },
    );
  const answer = await account.ask.products();
  const tile = answer.status === 200 ? answer.body.data.find(({ product }) => product === "USSD Codes") : undefined;
  expect(tile).toMatchObject({ state: "active", detail: "active", coming: true });
  expect((await account.ask.invoices({})).body).toMatchObject({ total: 0 });
  expect(await account.balance()).toBe(100_000_000);
});
