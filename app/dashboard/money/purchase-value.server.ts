import type { Purchase } from "../../../services/billing/contract.invoices";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

/** What was bought of each product in each month, in cents with VAT; credit notes are taken off. */
export type PurchaseFigures = {
  months: string[];
  products: { product: string; cents: number[] }[];
  total: number;
};

export async function boughtSince(api: ServiceClients, start_date: string, end_date: string): Promise<PurchaseFigures> {
  const { data } = expectStatus(await api.billing.purchases({ query: { start_date, end_date } }), 200);
  return byProduct(data, start_date, end_date);
}

/** A row a product, the one that most was bought of first, with a place for each month. */
export function byProduct(purchases: readonly Purchase[], start: string, end: string): PurchaseFigures {
  const months = monthsOf(start, end);
  const products = new Map<string, number[]>();
  let total = 0;
  for (const { month, product, cents } of purchases) {
    const at = months.indexOf(month);
    if (at < 0) continue;
    const name = product || "Credit";
    const row = products.get(name) ?? months.map(() => 0);
    row[at] = (row[at] ?? 0) + cents;
    products.set(name, row);
    total += cents;
  }
  const size = (cents: number[]) => cents.reduce((all, one) => all + one, 0);
  const sorted = [...products]
    .map(([product, cents]) => ({ product, cents }))
    .sort((a, b) => size(b.cents) - size(a.cents));
  return { months, products: sorted, total };
}

/** "2026-01" to "2026-11", both ends in. */
function monthsOf(start: string, end: string): string[] {
  const months: string[] = [];
  for (const at = new Date(`${start.slice(0, 7)}-01T00:00:00Z`); at.toISOString().slice(0, 7) <= end.slice(0, 7); ) {
    months.push(at.toISOString().slice(0, 7));
    at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return months;
}
