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
