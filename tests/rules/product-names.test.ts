import { expect, test } from "vitest";
import { products } from "../../rules/access";
import { productName, productNames } from "../../rules/product-names";

test("a product is called what people call it, not its documented code", () => {
  expect(["Whatsapp", "Vas", "BULK"].map(productName)).toEqual(["WhatsApp", "VAS", "Bulk SMS"]);
  expect(["SMS", "Credit", "", "toString"].map(productName)).toEqual(["SMS", "Credit", "", "toString"]);
  for (const product of products) expect(productName(product)).not.toBe("");
});

test("two names of one product are said once", () => {
  expect(productNames(["SMS", "BULK"])).toEqual(["SMS"]);
  expect(productNames(["SMS", "BULK", "Whatsapp", "Email"])).toEqual(["SMS", "WhatsApp", "Email"]);
});
