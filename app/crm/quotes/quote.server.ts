import { z } from "zod";
import { currencies } from "../../../rules/crm";
import { vatKinds, vatModes } from "../../../rules/quotes";
import type { CrmProduct } from "../../../services/crm/contract.sales";
import { typedId, typedText } from "../../kit/typed-fields";
import { amount } from "../record/record-form";
import { maxPlaces } from "./labels";

const Line = z.object({
  product_id: typedId,
  name: typedText,
  quantity: typedText,
  price: amount,
  vat: z.enum(vatKinds).default("standard"),
});

/** What is typed of a quote, new or changed. "more": the same form with more lines. */
export const QuoteFields = z.object({
  intent: z.enum(["save", "more"]).default("save"),
  key: typedText,
  revision: typedId,
  deal_id: typedId,
  contact_id: typedId,
  currency: z.enum(currencies).default("KES"),
  vat_mode: z.enum(vatModes).default("added"),
  valid_until: typedText,
  terms: typedText,
  lines: z.array(Line).max(maxPlaces).default([]),
});
type QuoteInput = z.output<typeof QuoteFields>;

/** What the calls take of a form, and at which place of the form each line stands. */
export function quoteBody(
  { currency, vat_mode, valid_until, terms, lines }: QuoteInput,
  listed: readonly CrmProduct[],
) {
  // A line without product and without words is none; a product brings its name and its price.
  const filled = lines.flatMap(({ product_id, name, quantity, price, vat }, place) => {
    const product = listed.find(({ id }) => id === product_id);
    if (!product && name.trim() === "" && price === null) return [];
    const line = {
      product_id: product?.id ?? null,
      name: name.trim() || (product?.name ?? ""),
      quantity: quantity.trim() === "" ? 1 : Number(quantity.replaceAll(",", "")),
      price_cents: price ?? product?.price_cents ?? 0,
      vat,
    };
    return [{ place, line }];
  });
  return {
    body: { currency, vat_mode, valid_until, terms, lines: filled.map(({ line }) => line) },
    places: filled.map(({ place }) => place),
  };
}

/** The service counts the lines that it got: its words back at the places of the form. */
export function atPlaces(
  errors: Record<string, string[]> | undefined,
  places: readonly number[],
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([name, words]) => {
      const at = /^lines\.(\d+)\.(\w+)$/.exec(name);
      if (!at) return [name === "lines" ? "lines[0].name" : name, words];
      return [`lines[${places[Number(at[1])] ?? 0}].${at[2] === "price_cents" ? "price" : at[2]}`, words];
    }),
  );
}
