import { expect, test } from "vitest";
import { quoteBody } from "../../app/crm/quotes/quote.server";
import { amount } from "../../app/crm/record/record-form";
import { filledLines, linePlaces, maxPlaces, type TypedLine } from "../../app/crm/sales/lines";
import type { CrmProduct } from "../../services/crm/contract.sales";

const products: CrmProduct[] = [
  { id: 1, name: "Cooler", price_cents: 210_000_00, currency: "KES" },
  { id: 2, name: "Licence", price_cents: 100_00, currency: "USD" },
];
const empty: TypedLine = { product_id: 0, name: "", quantity: "1", price: null };
const line = (given: Partial<TypedLine>) => ({ ...empty, ...given });

test.each([
  ["12,500", 12_500_00],
  ["12 500", 12_500_00],
  ["1,250,000.5", 1_250_000_50],
  ["12500.50", 12_500_50],
  [" 0 ", 0],
  ["", null],
])("an amount typed as %j is read", (typed, cents) => {
  expect(amount.safeParse(typed)).toEqual({ success: true, data: cents });
});

test.each(["12,5", "1250,50", "1,25,000", "12.500.000", "1.5.5", "abc", "-5"])(
  "an amount typed as %j is refused, and not read as another one",
  (typed) => {
    expect(amount.safeParse(typed).error?.issues[0]?.message).toBe("Enter an amount such as 12,500.");
  },
);

test("a product brings its name and its price; empty lines are left out, and each line knows its place", () => {
  const { filled, errors } = filledLines([empty, line({ product_id: 1, quantity: "1,200" })], products, "KES");
  expect(errors).toEqual({});
  expect(filled.map(({ place, line }) => [place, line])).toEqual([
    [1, { product_id: 1, name: "Cooler", quantity: 1200, price_cents: 210_000_00 }],
  ]);
});

test("the price of a product in another currency is not taken: a price is asked for", () => {
  const words = ["Enter a price in KES: Licence costs USD 100.00."];
  const lines = [line({ product_id: 1 }), line({ product_id: 2 })];
  expect(filledLines(lines, products, "KES").errors).toEqual({ "lines[1].price": words });
  expect(filledLines([line({ product_id: 2 })], products, "USD").errors).toEqual({});
  expect(filledLines([line({ product_id: 2, price: 13_000_00 })], products, "KES").errors).toEqual({});
  const quote = { currency: "KES", vat_mode: "added", valid_until: "2026-12-14", terms: "" } as const;
  const typed = { ...quote, intent: "save", key: "", revision: 0, deal_id: 0, contact_id: 3 } as const;
  const offered = quoteBody({ ...typed, lines: lines.map((one) => ({ ...one, vat: "standard" as const })) }, products);
  expect(offered.errors).toEqual({ "lines[1].price": words });
});

test("a line with a price alone, or with a product that was deleted meanwhile, is not left out", () => {
  const { filled } = filledLines([line({ price: 500_00 }), line({ product_id: 9, name: "Pump" })], products, "KES");
  expect(filled.map(({ line }) => [line.product_id, line.name, line.price_cents])).toEqual([
    [null, "", 500_00],
    [9, "Pump", 0],
  ]);
});

test("a quantity with a decimal comma is none, and not ten times as much", () => {
  const quantity = (typed: string) => filledLines([line({ product_id: 1, quantity: typed })], products, "KES").filled;
  expect(quantity("1,5")[0]?.line.quantity).toBeNaN();
  expect(quantity("")[0]?.line.quantity).toBe(1);
});

test("a form has at least the lines that it had, and more when they were asked for, up to as many as can be saved", () => {
  const refused = (places: number) => ({ reply: { fields: [`lines[${places - 1}].name`, "terms"] } });
  expect(linePlaces(undefined, 2)).toEqual(["lines[0]", "lines[1]"]);
  expect(linePlaces(refused(8), 4)).toHaveLength(8);
  expect(linePlaces(refused(1), 4)).toHaveLength(4);
  expect(linePlaces({ ...refused(4), more: true }, 4).length).toBeGreaterThan(4);
  expect(linePlaces({ ...refused(maxPlaces), more: true }, 4)).toHaveLength(maxPlaces);
});
