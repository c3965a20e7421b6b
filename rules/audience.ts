import type { Values } from "./merge";

/** What a field of a recipient may be asked; the words are those of the form. */
export const comparisons = {
  is: "is",
  "is not": "is not",
  contains: "contains",
  above: "is above",
  below: "is below",
  filled: "has a value",
  empty: "has no value",
} as const;
export type Comparison = keyof typeof comparisons;
export const comparisonNames = Object.keys(comparisons) as [Comparison, ...Comparison[]];

/** "balance is above 0", "town is Kisumu" */
export type Condition = { field: string; is: Comparison; value: string };

/** "KES 1,200.50" is 1200.5; what is no number is undefined. */
export function parseAmount(text: string): number | undefined {
  const bare = text.replace(/[\s,]|^(kes|ksh|sh|kshs)\.?/gi, "");
  return /^[+-]?\d+(\.\d+)?$/.test(bare) ? Number(bare) : undefined;
}

/** Whether somebody with these values is meant: all conditions hold. What has no value is above and below nothing. */
export function isMeant(conditions: readonly Condition[], values: Values): boolean {
  return conditions.every((condition) => holds(condition, values));
}

function holds({ field, is, value }: Condition, values: Values): boolean {
  const known = (Object.hasOwn(values, field) ? values[field] : undefined)?.trim() ?? "";
  const wanted = value.trim();
  switch (is) {
    case "filled":
      return known !== "";
    case "empty":
      return known === "";
    case "is":
      return isSame(known, wanted);
    case "is not":
      return !isSame(known, wanted);
    case "contains":
      return known.toLowerCase().includes(wanted.toLowerCase());
    case "above":
    case "below": {
      const [one, other] = [parseAmount(known), parseAmount(wanted)];
      if (one === undefined || other === undefined) return false;
      return is === "above" ? one > other : one < other;
    }
  }
}

/** Letters of any case, and numbers however they are written. */
function isSame(known: string, wanted: string): boolean {
  if (known.toLowerCase() === wanted.toLowerCase()) return true;
  const one = parseAmount(known);
  return one !== undefined && one === parseAmount(wanted);
}
