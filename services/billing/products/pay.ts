import type { z } from "zod";
import { showKes } from "../../../rules/money";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { HttpError } from "../../kit/serve";
import type { PayForm, Plan } from "../contract.products";
import { activityActor, type BillingDeps, callingPerson, currentTime } from "../deps";
import { payProforma, sell } from "../invoices/pay";
import { loadInvoice } from "../invoices/rows";
import { beginPrompt, mpesaPhone, sendPrompt } from "../payments/ask";
import { asPayment } from "../payments/rows";
import { offers } from "../price-list";
import { lockWallet } from "../store";
import { findSubscription } from "../subscriptions/activate";
import { order, planSale } from "./order";
import { productPlan } from "./plans";
import { loadTile } from "./tiles";

type PaymentContext = { account: string; who: unknown; address: string };

/**
 * Takes a plan. The same key is the same purchase: pressed twice, it is paid once. By M-Pesa a pro forma is issued
 * first, and the payment pays it when it arrives.
 */
export async function payProduct(
  database: Database,
  deps: BillingDeps,
  asked: PaymentContext,
  form: z.output<typeof PayForm>,
) {
  const { account } = asked;
  const [by, person, now] = [activityActor(asked), callingPerson(asked.who), currentTime(deps)];
  const held = (asked.who as { products?: string[] }).products ?? [];
  const plan = productPlan(form.product, form.plan, now);
  if (!plan) throw new HttpError(422, "Please correct the marked fields.", { plan: ["Choose one of its plans."] });
  const phone = form.method === "mpesa" ? mpesaPhone(form.phone) : "";

  const begun = await inAccount(database.db, account, async (trx) => {
    const wallet = await lockWallet(trx, account);
    if (!wallet) throw new HttpError(404, "This account has no balance.");
    if (wallet.suspended !== null) throw new HttpError(403, wallet.suspended);
    await mustBeAllowed(trx, account, plan);
    const done = async (id: number) => {
      if (form.auto_renew) await autoRenew(trx, account, plan.product);
      return { invoice: id, prompt: undefined };
    };
    if (form.method === "balance")
      return done(await fromBalance(deps, trx, account, plan, form.key, by, wallet.available_cents));
    const invoice = await order(deps, trx, account, plan, `order:${form.key}`, by);
    if (form.method === "invoice") return done(invoice);
    // M-Pesa moves whole shillings: the cents above stay on the balance.
    const amount_cents = Math.ceil(plan.total_cents / 100) * 100;
    const wish = { phone, amount_cents, invoice_id: invoice, key: `pay:${form.key}` };
    const prompt = await beginPrompt(deps, trx, account, wish, { by, person });
    return { ...(await done(invoice)), prompt };
  });

  const payment = begun.prompt ? await sendPrompt(database, deps, account, begun.prompt, plan.product) : undefined;
  return inAccount(database.db, account, async (trx) => {
    const invoice = await loadInvoice(trx, account, begun.invoice);
    if (!invoice) throw new HttpError(404, "There is no such invoice.");
    const product = await loadTile(trx, account, plan.product, held, currentTime(deps));
    return { product, invoice, payment: payment ? asPayment(payment) : null };
  });
}

async function mustBeAllowed(trx: Trx, account: string, plan: Plan): Promise<void> {
  const row = await findSubscription(trx, account, plan.product);
  const state = row?.state ?? "available";
  if (offers[plan.product].approval && (state === "available" || state === "requested" || state === "refused"))
    throw new HttpError(409, `${plan.product} must be approved by us before it is paid. Ask for it first.`);
}

/** Pays the open pro forma of the same plan, or sells the plan at once; 422 when the balance is too low. */
async function fromBalance(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  plan: Plan,
  key: string,
  by: ReturnType<typeof activityActor>,
  available: number,
): Promise<number> {
  const before = await trx
    .selectFrom("billing.invoices")
    .select("id")
    .where("customer_account", "=", account)
    .where("key", "=", `buy:${key}`)
    .executeTakeFirst();
  if (before) return before.id;
  const low = () =>
    new HttpError(
      422,
      `The balance is too low: the plan is ${showKes(plan.total_cents)} and ${showKes(available)} is left.`,
      {
        method: ["The balance is too low. Top up, or pay by M-Pesa."],
      },
    );
  const row = await findSubscription(trx, account, plan.product);
  const open = row?.invoice_id ? await loadInvoice(trx, account, row.invoice_id) : undefined;
  if (open?.state === "open" && row?.plan === plan.code) {
    if (!(await payProforma(deps, trx, account, open.id, by))) throw low();
    return open.id;
  }
  const sold = await sell(deps, trx, account, { ...planSale(plan, currentTime(deps)), key: `buy:${key}` }, by);
  if (sold === undefined) throw low();
  return sold;
}

async function autoRenew(trx: Trx, account: string, product: string): Promise<void> {
  await trx
    .updateTable("billing.subscriptions")
    .set({ auto_renew: true })
    .where("customer_account", "=", account)
    .where("product", "=", product)
    .execute();
}
