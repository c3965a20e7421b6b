import { z } from "zod";
import { parseKes } from "../../../rules/money";

/** Below which balance the owners are told. Empty: no alert. */
export const LowBalanceForm = z.object({
  amount: z
    .string()
    .trim()
    .max(30)
    .optional()
    .transform((typed, context) => {
      if (typed === undefined || typed === "") return null;
      const cents = parseKes(typed);
      if (cents !== null && cents <= 1_000_000_000) return cents;
      context.addIssue({ code: "custom", message: "Enter an amount such as 500 or 1,000.50, or nothing." });
      return z.NEVER;
    }),
});
