import { showKes } from "../../../rules/money";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { Plan } from "../contract.products";
import { type BillingDeps, currentTime } from "../deps";
import { issue } from "../invoices/issue";
import { nairobiDay, plusVat, vatRateOn } from "../invoices/vat";
import { offers, terms } from "../price-list";
import { findSubscription } from "../subscriptions/activate";
import { closeProforma } from "../subscriptions/close-proforma";
import { moves } from "../subscriptions/states";

export const expireTask = "billing.expire";
const aDay = 86_400_000;

/** What an invoice for a plan says. */
export function planSale(plan: Plan, now: Date) {
  const title = `${plan.product}: ${plan.name}`;
  const lines = [{ description: title, quantity: 1, unit_cents: plan.price_cents }];
  return { ...plusVat(lines, vatRateOn(nairobiDay(now))), title, product: plan.product, plan: plan.code };
}

export function priced(product: string): boolean {
  return Object.keys(offers[product as keyof typeof offers]?.plans ?? {}).length > 0;
}

/**
 * The pro forma of an order: the open one for the same plan, or a new one, open for two weeks. `key` makes it once.
 * The wallet is locked by the caller.
 */
export async function order(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  plan: Plan,
  key: string,
  by: ActivityActor,
): Promise<number> {
  const now = currentTime(deps);
  const held = await findSubscription(trx, account, plan.product);
  if (held?.invoice_id) {
    const open = await trx
      .selectFrom("billing.invoices as i")
      .innerJoin("billing.invoice_marks as m", (on) =>
        on.onRef("m.customer_account", "=", "i.customer_account").onRef("m.invoice_id", "=", "i.id"),
      )
      .select(["i.id", "i.plan"])
      .where("i.customer_account", "=", account)
      .where("i.id", "=", held.invoice_id)
      .where("m.state", "=", "open")
      .executeTakeFirst();
    if (open?.plan === plan.code) return open.id;
    if (open) await closeProforma(trx, account, open.id, "cancelled");
  }
  const sale = planSale(plan, now);
  const due_at = new Date(now.getTime() + terms.proformaDays * aDay);
  const id = await issue(trx, account, { ...sale, kind: "proforma", key, at: now, due_at, seller: deps.seller });
  const mark = await trx
    .selectFrom("billing.invoice_marks")
    .select("state")
    .where("customer_account", "=", account)
    .where("invoice_id", "=", id)
    .executeTakeFirst();
  // Issued before under the same key, and paid or cancelled since.
  if (mark?.state !== "open") return id;
  const state = moves[held?.state ?? "available"].order ?? "awaiting_payment";
  const set = { state, invoice_id: id, ...(held?.state === "active" ? {} : { plan: plan.code }) };
  await trx
    .insertInto("billing.subscriptions")
    .values({ customer_account: account, product: plan.product, plan: plan.code, ...set })
    .onConflict((on) => on.columns(["customer_account", "product"]).doUpdateSet(set))
    .execute();
  await sendLater(trx, expireTask, { account, invoice: id }, { key: `expire:${account}:${id}`, at: due_at });
  await recordActivity(trx, account, by, {
    action: "Pro forma issued",
    description: `${sale.title}, ${showKes(sale.total_cents)}.`,
    subject: "invoice",
    subject_id: String(id),
  });
  return id;
}
