import { z } from "zod";
import { parseKes } from "../../../rules/money";

/** An amount in KES as people type it; comes out as whole cents. `words` are said when it is no amount. */
export function Amount(words = "Enter an amount in KES, such as 1,000.") {
  return z
    .string({ error: words })
    .trim()
    .max(60, words)
    .transform((typed, context) => {
      const cents = parseKes(typed);
      if (cents !== null) return cents;
      context.addIssue({ code: "custom", message: words });
      return z.NEVER;
    });
}
