import { z } from "zod";
import type { Call } from "../kit/contract";

const Share = z.number().min(0).max(1).nullable();

/** How the links to the networks do, over the last 15 minutes. Shares and rates only: the counts are of all accounts. */
export const CarrierHealth = z.object({
  carriers: z.array(
    z.object({
      name: z.string(),
      up: z.boolean(),
      since: z.string().nullable(),
      /** Messages of all accounts a second, over the last minute or two. */
      per_second: z.number(),
      /** Most parts that are handed over before they are answered. */
      max_unanswered: z.number().int(),
      /** Of those of which it is known, how many were delivered; null: of none is it known. */
      delivered_share: Share,
      by_network: z.array(z.object({ network: z.string(), delivered_share: Share })),
      /** How long receipts take, on average; null: none came. */
      receipt_seconds: z.number().nullable(),
      last_error: z.string().nullable(),
      last_error_at: z.string().nullable(),
    }),
  ),
});
export type CarrierHealth = z.infer<typeof CarrierHealth>;

export const carrierHealthCalls = {
  carrierHealth: {
    method: "GET",
    path: "/carrier-health",
    summary: "How the links to the networks do: throughput, delivery by network, receipts, the last error",
    needs: {
      permissions: ["View SMS Dashboard", "Send bulk message", "Send single message", "View bulk message"],
      products: ["SMS", "BULK"],
    },
    answers: { 200: CarrierHealth },
  },
} as const satisfies Record<string, Call>;
