import { formatMoney } from "../../../rules/crm-money";
import type { CrmProduct } from "../../../services/crm/contract.sales";
import type { LastPost } from "../../kit/refused-post";

/** A line as it is typed; its price in cents, and none for an empty field. */
export type TypedLine = { product_id: number; name: string; quantity: string; price: number | null };

/** As many lines as a sale or a quote can have, and how many more come with each press of "More lines". */
export const maxPlaces = 50;
const morePlaces = 4;

/**
 * The lines that a form shows, by how the names of their fields begin ("lines[0]"): those that it had when it was sent, or
 * `usual` at first; and more when that was asked.
 */
export function linePlaces(last: (LastPost & { more?: boolean }) | undefined, usual: number): string[] {
  const had = (last?.reply?.fields ?? []).map((name) => Number(/^lines\[(\d+)\]/.exec(name)?.[1] ?? -1) + 1);
  const shown = Math.min(maxPlaces, Math.max(usual, ...had) + (last?.more ? morePlaces : 0));
  return Array.from({ length: shown }, (_, at) => `lines[${at}]`);
}

/** Why a form is refused whose lines are wrong. */
export const lineProblem = { status: 422, message: "Please correct the marked fields." };

type FilledLine<L extends TypedLine> = {
  /** Where it is in the form. */
  place: number;
  typed: L;
  line: { product_id: number | null; name: string; quantity: number; price_cents: number };
};

/** A whole number as people type it: "1,200" or "1200". "1,5" is none. */
function wholeNumber(typed: string): number {
  const text = typed.trim();
  if (text === "") return 1;
  return /^(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
}

/**
 * The lines of a form that are filled in, and what is wrong with them. A product brings its name, and its price where
 * that is in the same currency: an amount of another one is never taken for it.
 */
export function filledLines<L extends TypedLine>(
  lines: readonly L[],
  listed: readonly CrmProduct[],
  currency: string,
): { filled: FilledLine<L>[]; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const filled = lines.flatMap((typed, place) => {
    const { product_id, name, price } = typed;
    if (product_id === 0 && name.trim() === "" && price === null) return [];
    const product = listed.find(({ id }) => id === product_id);
    if (price === null && product && product.currency !== currency)
      errors[`lines[${place}].price`] = [
        `Enter a price in ${currency}: ${product.name} costs ${formatMoney(product.price_cents, product.currency)}.`,
      ];
    const line = {
      product_id: product_id || null,
      name: name.trim() || (product?.name ?? ""),
      quantity: wholeNumber(typed.quantity),
      price_cents: price ?? product?.price_cents ?? 0,
    };
    return [{ place, typed, line }];
  });
  return { filled, errors };
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
