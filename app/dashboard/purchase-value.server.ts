import type { InvoiceRow } from "../../services/billing/contract.invoices";
import type { Ask } from "../shell/context.server";
import { need } from "../shell/page.server";

/** What was bought of each product in each month, in cents with VAT; credit notes are taken off. */
export type Bought = {
  months: string[];
  products: { product: string; cents: number[] }[];
  total: number;
  part: boolean;
};

/** Rows asked for at a time, and at most in all: an account with more is told that it sees a part. */
const chunk = 500;
const most = 5_000;

export async function boughtSince(ask: Ask, start_date: string, end_date: string): Promise<Bought> {
  const rows: InvoiceRow[] = [];
  let part = false;
  let after: string | undefined;
  for (let page = 1; ; page++) {
    const query = { start_date, end_date, per_page: chunk, page, after };
    const found = need(await ask.billing.invoices({ query }), 200);
    rows.push(...found.data);
    if (!found.next) break;
    if (rows.length >= most) {
      part = true;
      break;
    }
    after = found.next;
  }
  return { ...sum(rows, start_date, end_date), part };
}

/** The sums of tax invoices and credit notes by month of issue and product. Pro formas ask, they are no purchase. */
export function sum(rows: readonly InvoiceRow[], start: string, end: string): Omit<Bought, "part"> {
  const months = monthsOf(start, end);
  const products = new Map<string, number[]>();
  let total = 0;
  for (const { kind, product, issued_at, total_cents } of rows) {
    if (kind === "proforma") continue;
    const at = months.indexOf(issued_at.slice(0, 7));
    if (at < 0) continue;
    const cents = kind === "credit" ? -Math.abs(total_cents) : total_cents;
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
