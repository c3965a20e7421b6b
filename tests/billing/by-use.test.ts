import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { stageBilling } from "./stage";

// Nothing on sale today is paid by its use alone: here all is on sale.
vi.mock("../../services/billing/price-list", async (original) => ({
  ...(await original<typeof import("../../services/billing/price-list")>()),
  isComing: () => false,
}));

let stage: Awaited<ReturnType<typeof stageBilling>>;
beforeAll(async () => {
  stage = await stageBilling({ mute: true });
}, 60_000);
afterAll(() => stage.close());

test("a product of which only its use is paid begins as soon as it is approved, without an end", async () => {
  const account = await stage.account();
  const admin = await stage.account(0, { platform: true, permissions: ["Can view all billing information"] });
  await account.ask.requestProduct({ body: { product: "Airtime", note: "For our nurses" } });
  const list = await admin.ask.approvals({ query: { kind: "product", customer_account: account.number } });
  const id = list.status === 200 ? (list.body.data[0]?.id ?? 0) : 0;
  expect((await admin.ask.updateProductRequest({ body: { id, decision: "approve" } })).body).toMatchObject({
    state: "active",
    active_until: null,
  });
});
