import { costCents } from "../money";
import { parsePhone } from "../phone.foreign";
import type { TemplateCategory } from "./templates";

/** The price of a message by its category and the customer's country, in 1/10,000 KES. `country`: "KE", or "abroad". */
export type TemplatePrice = { category: TemplateCategory; country: string; price: number };

export const abroad = "abroad";

/** Looks up a price: the country's own, else that of all countries. */
export function priceFrom(list: readonly TemplatePrice[], category: TemplateCategory, country: string): number {
  const of = (where: string) => list.find((one) => one.category === category && one.country === where)?.price;
  return of(country) ?? of(abroad) ?? 0;
}

/** What one message to a number costs in cents; to a number that is not known, the price of any country. */
export function templateCents(
  list: readonly TemplatePrice[],
  category: TemplateCategory,
  msisdn: string | null,
): number {
  return costCents(1, priceFrom(list, category, priceCountry(msisdn ?? "")));
}

/** What is paid for: how many customers of a country at which price. */
export type PriceLine = { country: string; messages: number; price: number };

/** The lines of a bill, the largest first. */
export function priceLines(messages: readonly { country: string; price: number }[]): PriceLine[] {
  const lines = new Map<string, PriceLine>();
  for (const { country, price } of messages) {
    const line = lines.get(`${country} ${price}`) ?? { country, price, messages: 0 };
    lines.set(`${country} ${price}`, { ...line, messages: line.messages + 1 });
  }
  return [...lines.values()].sort((a, b) => b.messages * b.price - a.messages * a.price);
}

/** The country by which a number is priced; "" where it is none that is known. */
export function priceCountry(msisdn: string): string {
  if (msisdn.startsWith("+254")) return "KE";
  const phone = parsePhone(msisdn);
  return (phone.ok && phone.country) || "";
}
