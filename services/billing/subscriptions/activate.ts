import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { terms } from "../price-list";
import { addMonths } from "./months";

export const grantTask = "billing.grant";
export const renewalTask = "billing.renewal";
const aDay = 86_400_000;

export type SubscriptionPeriod = { from: Date; until: Date };

export function findSubscription(trx: Trx, account: string, product: string) {
  return trx
    .selectFrom("billing.subscriptions")
    .selectAll()
    .where("customer_account", "=", account)
    .where("product", "=", product)
    .executeTakeFirst();
}

/** The time a plan would run when paid now: after what is paid already, else from now. Null without a plan. */
export async function periodFrom(
  trx: Trx,
  account: string,
  product: string,
  plan: string,
  now: Date,
): Promise<SubscriptionPeriod | null> {
  if (!plan) return null;
  const held = await findSubscription(trx, account, product);
  const runs = held?.active_until && (held.state === "active" || held.state === "grace");
  const from = runs && held.active_until ? held.active_until : now;
  return { from, until: addMonths(from, plan.endsWith("-year") ? 12 : 1) };
}

/** The product is paid for, or approved where nothing but its use is paid. The menu follows by a job. */
export async function activate(
  trx: Trx,
  account: string,
  product: string,
  plan: string,
  span: SubscriptionPeriod | null,
  now: Date,
): Promise<void> {
  const held = {
    state: "active" as const,
    plan,
    active_until: span?.until ?? null,
    invoice_id: null,
    reminded: null,
    reason: "",
  };
  await trx
    .insertInto("billing.subscriptions")
    .values({ customer_account: account, product, ...held, active_from: now })
    .onConflict((on) => on.columns(["customer_account", "product"]).doUpdateSet(held))
    .execute();
  await grantLater(trx, account, product);
  if (span) await renewalLater(trx, account, product, new Date(span.until.getTime() - terms.reminders[0] * aDay));
}

/** Makes the account's products follow its subscription. */
export function grantLater(trx: Trx, account: string, product: string): Promise<void> {
  return sendLater(trx, grantTask, { account, product }, { key: `grant:${account}:${product}` });
}

export function renewalLater(trx: Trx, account: string, product: string, at: Date): Promise<void> {
  return sendLater(trx, renewalTask, { account, product }, { key: `renewal:${account}:${product}`, at });
}
