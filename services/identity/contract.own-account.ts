import { z } from "zod";
import { products as productNames } from "../../rules/access";
import type { Call } from "../kit/contract";

/** What other services ask of the account as a whole. */
export const ownAccountCalls = {
  grantProducts: {
    method: "POST",
    path: "/accounts/products",
    summary: "Add products to the account and take products away; doing it twice is doing it once",
    internal: true,
    writes: true,
    body: z.strictObject({
      grant: z.array(z.enum(productNames)).max(50).default([]),
      revoke: z.array(z.enum(productNames)).max(50).default([]),
      /** Why, in a few words for the activities: "Order 1042 was paid". */
      reason: z.string().trim().min(1).max(200),
    }),
    answers: { 201: z.object({ products: z.array(z.string()) }) },
  },
  accountOf: {
    method: "GET",
    path: "/accounts/own",
    summary: "The account: its name, its owners, its company details and products",
    internal: true,
    answers: {
      200: z.object({
        customer_account: z.string(),
        name: z.string(),
        billing_customer_id: z.string(),
        time_zone: z.string(),
        platform: z.boolean(),
        parent_account: z.string().nullable(),
        suspended_at: z.string().nullable(),
        products: z.array(z.string()),
        phone: z.string(),
        country: z.string(),
        currency: z.string(),
        kra_pin: z.string(),
        /** Active owners, the longest-serving first. */
        owners: z.array(z.object({ id: z.number().int(), name: z.string(), email: z.string() })),
      }),
    },
  },
} as const satisfies Record<string, Call>;
