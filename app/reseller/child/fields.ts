import { z } from "zod";

/** A price of a part as people type it ("0.85", "KES 1.2"); comes out in 1/10,000 KES. */
export const PartPrice = z
  .string({ error: "Enter the price per part, such as 0.90." })
  .trim()
  .max(40, "Enter the price per part, such as 0.90.")
  .transform((typed, context) => {
    const found = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(typed.replace(/^kes\s*/i, ""));
    const price = found ? Number(found[1]) * 10_000 + Number((found[2] ?? "").padEnd(4, "0")) : 0;
    if (price > 0) return price;
    context.addIssue({ code: "custom", message: "Enter the price per part in KES, such as 0.90." });
    return z.NEVER;
  });

/** The other way: 9000 is "0.90". */
export function typedPrice(price: number): string {
  const fraction = String(price % 10_000)
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${Math.floor(price / 10_000)}.${fraction}`;
}

/** One or several ticks of the same name. */
export function many(value: unknown): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");
}
