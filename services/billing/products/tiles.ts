import { type Product, withAliases } from "../../../rules/access";
import { showDay } from "../../../rules/format";
import type { Trx } from "../../kit/database";
import type { ProductTile } from "../contract.products";
import { isComing, offers } from "../price-list";
import { type SubscriptionState, tileState } from "../subscriptions/states";
import { offered, productPlan, productPlans } from "./plans";

type HeldSubscription = Awaited<ReturnType<typeof subscriptions>>[number];

function subscriptions(trx: Trx, account: string) {
  return trx.selectFrom("billing.subscriptions").selectAll().where("customer_account", "=", account).execute();
}

/**
 * Every product with its state. What the account holds without a subscription here (given by the platform before
 * there were any) is active without an end.
 * @param products what the caller's account holds, as the identity service says
 */
export async function listTiles(
  trx: Trx,
  account: string,
  products: readonly string[],
  now: Date,
): Promise<ProductTile[]> {
  const rows = new Map((await subscriptions(trx, account)).map((row) => [row.product, row]));
  const held = withAliases(products);
  return offered.map((product) => tile(product, rows.get(product), held.has(product), now));
}

export async function loadTile(trx: Trx, account: string, product: Product, products: readonly string[], now: Date) {
  const found = (await listTiles(trx, account, products, now)).find((each) => each.product === product);
  if (!found) throw new Error(`${product} is not on offer`);
  return found;
}

function tile(product: Product, row: HeldSubscription | undefined, held: boolean, now: Date): ProductTile {
  const { about, approval, needs, uses } = offers[product];
  const detail: SubscriptionState = row?.state ?? (held ? "active" : "available");
  return {
    product,
    about,
    coming: isComing(product),
    state: tileState[detail],
    detail,
    words: detail === "available" && isComing(product) ? comingWords : wordsOf(detail, row, approval),
    approval,
    needs,
    plan: row ? (productPlan(product, row.plan, now) ?? null) : null,
    plans: isComing(product) ? [] : productPlans(product, now),
    rates: isComing(product) && detail === "available" ? [] : uses,
    active_until: row?.active_until?.toISOString() ?? null,
    auto_renew: row?.auto_renew ?? false,
    invoice_id: row?.invoice_id ?? null,
    requested_by: row?.requested_by ?? "",
    requested_at: row?.requested_at?.toISOString() ?? null,
    reason: row?.reason ?? "",
  };
}

/** Shown in the place of how to begin. */
const comingWords = "We are building it. You won't be charged before it launches.";

function wordsOf(state: SubscriptionState, row: HeldSubscription | undefined, approval: boolean): string {
  const until = row?.active_until ? showDay(row.active_until) : "";
  switch (state) {
    case "available":
      return approval ? "Each request needs our approval." : "Choose a plan to begin.";
    case "requested":
      return `Asked for by ${row?.requested_by || "your account"}; we answer within one working day.`;
    case "approved":
      return "Approved. Choose a plan and pay to begin.";
    case "refused":
      return row?.reason ? `Refused: ${row.reason}` : "Refused.";
    case "awaiting_payment":
      return "Begins when the pro forma invoice is paid.";
    case "active":
      return until ? `Paid until ${until}.` : "Active.";
    case "grace":
      return `The plan ended on ${until}. Pay now, or it stops in a few days.`;
    case "suspended":
      return `Stopped: the plan ended on ${until}. Pay to continue. Nothing was deleted.`;
  }
}
