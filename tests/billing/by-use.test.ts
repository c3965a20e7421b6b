import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { billingFixture } from "./fixture";

// Nothing on sale today is paid by its use alone: here all is on sale.
vi.mock("../../services/billing/price-list", async (original) => ({
  ...(await original<typeof import("../../services/billing/price-list")>()),
  isComing: () => false,
}));

let fixture: Awaited<ReturnType<typeof billingFixture>>;
beforeAll(async () => {
  fixture = await billingFixture({ mute: true });
}, 60_000);
afterAll(() => fixture.close());

test("a product of which only its use is paid begins as soon as it is approved, without an end", async () => {
  const account = await fixture.account();
  const admin = await fixture.account(0, { platform: true, permissions: ["Can view all billing information"] });
  await account.ask.requestProduct({ body: { product: "Airtime", note: "For our nurses" } });
  const list = await admin.ask.approvals({ query: { kind: "product", customer_account: account.number } });
  const id = list.status === 200 ? (list.body.data[0]?.id ?? 0) : 0;
  expect((await admin.ask.updateProductRequest({ body: { id, decision: "approve" } })).body).toMatchObject({
    state: "active",
    active_until: null,
  });
});
