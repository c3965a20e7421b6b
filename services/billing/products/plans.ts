import { type Product, products } from "../../../rules/access";
import type { Plan } from "../contract.products";
import { nairobiDay, vatOn, vatRateOn } from "../invoices/vat";
import { offers } from "../price-list";

const canonical: Partial<Record<Product, Product>> = { BULK: "SMS", "Jibu 360": "CRM", "Value Added Services": "Vas" };

/** One name for each product: its other names lead to the same subscription. */
export function oneName(product: Product): Product {
  return canonical[product] ?? product;
}

/** Every product once. */
export const offered: readonly Product[] = products.filter((name) => canonical[name] === undefined);

/** The plans of a product, by month and by year, with the VAT of the day. */
export function productPlans(product: Product, now: Date): Plan[] {
  const rate = vatRateOn(nairobiDay(now));
  return Object.entries(offers[product].plans).flatMap(([code, { name, month, year, includes }]) =>
    (["month", "year"] as const).map((period) => {
      const price_cents = period === "month" ? month : year;
      const vat_cents = vatOn(price_cents, rate);
      return {
        code: `${code}-${period}`,
        product,
        name: `${name}, ${period === "month" ? "monthly" : "yearly"}`,
        period,
        price_cents,
        vat_cents,
        total_cents: price_cents + vat_cents,
        includes,
      };
    }),
  );
}

export function productPlan(product: Product, code: string, now: Date): Plan | undefined {
  return productPlans(product, now).find((plan) => plan.code === code);
}
