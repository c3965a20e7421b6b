import type { Product } from "./access";

/** Products whose documented code is not what people call them. */
const names: Partial<Record<Product, string>> = {
  Whatsapp: "WhatsApp",
  Vas: "VAS",
  "Value Added Services": "VAS",
  BULK: "Bulk SMS",
  "USSD Codes": "USSD codes",
  Data: "Mobile data",
};

/** A product as it is called on the pages; its code stays what URLs, forms and calls say. */
export function productName(product: string): string {
  return Object.hasOwn(names, product) ? (names[product as Product] ?? product) : product;
}

/** Other names of one product (rules/access.ts): a list that has the first says no other. */
const other: Partial<Record<string, string>> = { BULK: "SMS", "Jibu 360": "CRM", "Value Added Services": "Vas" };

/** Some products, each once, as they are called on the pages. */
export function productNames(products: readonly string[]): string[] {
  return [...new Set(products.map((product) => productName(other[product] ?? product)))];
}
