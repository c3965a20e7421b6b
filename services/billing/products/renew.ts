import type { Product } from "../../../rules/access";
import { showDay } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { type BillingDeps, currentTime } from "../deps";
import { sell } from "../invoices/pay";
import { nairobiDay } from "../invoices/vat";
import { noticeLater } from "../notices";
import { isComing, terms } from "../price-list";
import { lockWallet } from "../store";
import { findSubscription, grantLater, renewalLater } from "../subscriptions/activate";
import { closeProforma } from "../subscriptions/close-proforma";
import { usable } from "../subscriptions/states";
import { order, planSale } from "./order";
import { productPlan } from "./plans";

const aDay = 86_400_000;
type HeldSubscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

/** Takes one subscription on by what the day asks for: pro forma and reminders, renewal, grace, suspension. */
export async function renew(database: Database, deps: BillingDeps, payload: Record<string, unknown>): Promise<void> {
  const { account, product } = payload as { account: string; product: Product };
  await inAccount(database.db, account, async (trx) => {
    const wallet = await lockWallet(trx, account);
    const held = await findSubscription(trx, account, product);
    if (!held?.active_until || (held.state !== "active" && held.state !== "grace")) return;
    // Not on sale, so not charged either: whoever holds it keeps it until it is.
    if (isComing(product)) return renewalLater(trx, account, product, new Date(currentTime(deps).getTime() + aDay));
    const left = held.active_until.getTime() - currentTime(deps).getTime();
    if (left > 0) await remind(deps, trx, account, product, held, left);
    else if (left > -terms.graceDays * aDay)
      await endOfPlan(deps, trx, account, product, held, wallet?.suspended ?? null);
    else await suspend(trx, account, product, held);
  });
}

/** Which reminder is due so long before the end: the smallest of 7, 3, 1 days that is not less than what is left. */
export function reminderAt(left: number): number | undefined {
  return terms.reminders.findLast((days) => left <= days * aDay);
}

async function remind(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  product: Product,
  held: HeldSubscription,
  left: number,
): Promise<void> {
  const until = held.active_until as Date;
  const due = reminderAt(left);
  const plan = productPlan(product, held.plan, currentTime(deps));
  if (due !== undefined && plan && (held.reminded === null || due < held.reminded)) {
    if (!held.auto_renew) await order(deps, trx, account, plan, `renew:${product}:${nairobiDay(until)}`, "system");
    await trx
      .updateTable("billing.subscriptions")
      .set({ reminded: due })
      .where("customer_account", "=", account)
      .where("product", "=", product)
      .execute();
    const how = held.auto_renew
      ? `It renews automatically from the balance, ${showKes(plan.total_cents)}.`
      : `The pro forma for ${showKes(plan.total_cents)} is under Account, Billing and balance, Invoices.`;
    const text = `${product} (${plan.name}) is paid until ${showDay(until)}. ${how}`;
    await noticeLater(
      trx,
      account,
      { subject: `${product} ends on ${showDay(until)}`, text },
      `ends:${product}:${due}:${until.getTime()}`,
    );
  }
  const next = terms.reminders.find((days) => days * aDay < left);
  await renewalLater(trx, account, product, new Date(until.getTime() - (next ?? 0) * aDay));
}

async function endOfPlan(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  product: Product,
  held: HeldSubscription,
  suspended: string | null,
): Promise<void> {
  const until = held.active_until as Date;
  const plan = productPlan(product, held.plan, currentTime(deps));
  if (held.auto_renew && plan && suspended === null) {
    const sale = { ...planSale(plan, currentTime(deps)), key: `renew:${product}:${nairobiDay(until)}` };
    // Paid: what follows was planned by it.
    if ((await sell(deps, trx, account, sale, "system")) !== undefined) return;
  }
  if (held.state === "active") {
    await change(trx, account, product, "grace");
    const why =
      held.auto_renew && suspended !== null
        ? "this account is suspended"
        : held.auto_renew
          ? "the balance was too low to renew it"
          : "its invoice is not paid";
    const text = `${product} ended on ${showDay(until)} and ${why}. It continues for ${terms.graceDays} days, then it stops.`;
    await noticeLater(trx, account, { subject: `${product} has ended`, text }, `ended:${product}:${until.getTime()}`);
    await recordActivity(trx, account, "system", {
      action: "Plan ended",
      description: text,
      subject: "product",
      subject_id: product,
    });
  }
  // A renewal from the balance is tried each day of grace.
  const end = until.getTime() + terms.graceDays * aDay;
  await renewalLater(trx, account, product, new Date(Math.min(end, currentTime(deps).getTime() + aDay)));
}

async function suspend(trx: Trx, account: string, product: Product, held: HeldSubscription): Promise<void> {
  await change(trx, account, product, "suspended");
  await grantLater(trx, account, product);
  const text = `${product} has stopped, because it was not paid for. Nothing was deleted; it continues when it is paid.`;
  await noticeLater(
    trx,
    account,
    { subject: `${product} has stopped`, text },
    `stopped:${product}:${held.active_until?.getTime()}`,
  );
  await recordActivity(trx, account, "system", {
    action: "Product suspended",
    description: text,
    subject: "product",
    subject_id: product,
  });
}

async function change(trx: Trx, account: string, product: string, state: "grace" | "suspended"): Promise<void> {
  await trx
    .updateTable("billing.subscriptions")
    .set({ state })
    .where("customer_account", "=", account)
    .where("product", "=", product)
    .execute();
}

/** Makes the account's products say what its subscription says; the identity service keeps them. */
export async function grant(database: Database, deps: BillingDeps, payload: Record<string, unknown>): Promise<void> {
  const { account, product } = payload as { account: string; product: Product };
  const held = await inAccount(database.db, account, (trx) => findSubscription(trx, account, product));
  if (!held) return;
  const may = usable[held.state as keyof typeof usable];
  const reason = may ? `${product} is paid for or approved.` : `${product} was not paid for.`;
  const body = may ? { grant: [product], revoke: [], reason } : { grant: [], revoke: [product], reason };
  const answer = await deps.identityFor(account).grantProducts({ body });
  // Thrown, so that it is tried again later.
  if (answer.status !== 201) throw new Error(`identity answered ${answer.status}`);
}

/** A pro forma that nobody paid in time. */
export async function expire(database: Database, payload: Record<string, unknown>): Promise<void> {
  const { account, invoice } = payload as { account: string; invoice: number };
  await inAccount(database.db, account, async (trx) => {
    await lockWallet(trx, account);
    if (await closeProforma(trx, account, invoice, "expired"))
      await recordActivity(trx, account, "system", {
        action: "Pro forma expired",
        description: "No one paid it in time.",
        subject: "invoice",
        subject_id: String(invoice),
      });
  });
}
