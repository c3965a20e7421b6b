import { showKes } from "../../../rules/money";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import type { InvoiceLine } from "../contract.invoices";
import { type BillingDeps, currentTime } from "../deps";
import { noticeLater } from "../notices";
import { lockWallet, post } from "../store";
import { activate, periodFrom } from "../subscriptions/activate";
import { type InvoiceDraft, issue } from "./issue";
import { invoiceRows } from "./rows";
import { nairobiDay } from "./vat";

type Deps = Pick<BillingDeps, "seller" | "now" | "identityFor" | "callbackUrl">;
export type Sale = Pick<InvoiceDraft, "lines" | "net_cents" | "vat_rate" | "vat_cents" | "total_cents" | "title"> & {
  key: string;
  product: string;
  plan: string;
};

/**
 * Takes the price from the balance, issues the tax invoice and begins the plan. Undefined when the balance is too low:
 * then nothing was changed. The wallet is locked by the caller or here.
 */
export async function sell(
  deps: Deps,
  trx: Trx,
  account: string,
  sale: Sale,
  by: ActivityActor,
  proforma?: number,
): Promise<number | undefined> {
  const wallet = await lockWallet(trx, account);
  if (!wallet || wallet.available_cents < sale.total_cents) return undefined;
  const now = currentTime(deps);
  const span = await periodFrom(trx, account, sale.product, sale.plan, now);
  const tax = await issue(trx, account, {
    ...sale,
    kind: "tax",
    at: now,
    period_from: span && nairobiDay(span.from),
    period_to: span && nairobiDay(new Date(span.until.getTime() - 86_400_000)),
    refers_to: proforma ?? null,
    seller: deps.seller,
  });
  const fresh = await post(trx, account, {
    kind: "charge",
    reference: `invoice:${tax}`,
    description: sale.title,
    product: sale.product,
    entries: [
      { ledger: "available", cents: -sale.total_cents },
      { ledger: "revenue", cents: sale.total_cents },
    ],
  });
  // The same key once more: it was sold before.
  if (!fresh && sale.total_cents > 0) return tax;
  await activate(trx, account, sale.product, sale.plan, span, now);
  await recordActivity(trx, account, by, {
    action: "Plan paid",
    description: `${sale.title}, ${showKes(sale.total_cents)} from the balance.`,
    subject: "invoice",
    subject_id: String(tax),
  });
  await append(trx, account, "balance", {});
  const text = `${sale.title}: ${showKes(sale.total_cents)} was paid from the balance. The tax invoice is under Account, Billing and balance, Invoices.`;
  await noticeLater(trx, account, { subject: `Paid: ${sale.title}`, text }, `sold:${tax}`);
  return tax;
}

/** Pays an open pro forma from the balance, when both allow it; answers whether it is paid now. */
export async function payProforma(
  deps: Deps,
  trx: Trx,
  account: string,
  id: number,
  by: ActivityActor,
): Promise<boolean> {
  await lockWallet(trx, account);
  const found = await invoiceRows(trx, account).where("i.id", "=", id).executeTakeFirst();
  if (found?.mark !== "open") return false;
  const sale = { ...found, lines: found.lines as InvoiceLine[], key: `paid:${id}` };
  const tax = await sell(deps, trx, account, sale, by, id);
  if (tax === undefined) return false;
  await trx
    .updateTable("billing.invoice_marks")
    .set({ state: "paid", paid_at: currentTime(deps), paid_by_invoice: tax })
    .where("customer_account", "=", account)
    .where("invoice_id", "=", id)
    .execute();
  return true;
}
