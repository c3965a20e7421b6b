import { z } from "zod";
import { currencies } from "../../../rules/crm";
import { vatKinds, vatModes } from "../../../rules/quotes";
import type { CrmProduct } from "../../../services/crm/contract.sales";
import { typedId, typedText } from "../../kit/typed-fields";
import { amount } from "../record/record-form";
import { filledLines, maxPlaces } from "../sales/lines";

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

/** What the calls take of a form, at which place of the form each line is, and what is wrong with its lines. */
export function quoteBody(
  { currency, vat_mode, valid_until, terms, lines }: QuoteInput,
  listed: readonly CrmProduct[],
) {
  const { filled, errors } = filledLines(lines, listed, currency);
  return {
    body: {
      ...{ currency, vat_mode, valid_until, terms },
      lines: filled.map(({ line, typed }) => ({ ...line, vat: typed.vat })),
    },
    places: filled.map(({ place }) => place),
    errors,
  };
}
