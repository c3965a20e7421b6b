import { z } from "zod";
import { comparisonNames } from "../../rules/audience";
import { id } from "../kit/contract";

/** Who of those chosen is left out on purpose. */
export const AudienceRules = z.object({
  /** Members of these groups get nothing. */
  exclude_ids: z.array(id).max(50, "Leave out at most 50 groups.").default([]),
  /** Nobody who was sent a message in so many days; 0 asks nothing. */
  quiet_days: z
    .number({ error: "Enter a number of days." })
    .int("Enter a whole number of days.")
    .min(0)
    .max(365, "At most 365 days.")
    .default(0),
  /** All of them hold for the values of a recipient. */
  conditions: z
    .array(
      z.strictObject({
        field: z.string().trim().min(1).max(64),
        is: z.enum(comparisonNames),
        value: z.string().max(100, "At most 100 characters.").default(""),
      }),
    )
    .max(10)
    .default([]),
});
export type AudienceRules = z.output<typeof AudienceRules>;
