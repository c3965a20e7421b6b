import { z } from "zod";

const Count = z.number().int();

/** When messages may leave, as minutes of the account's own day. */
export const Hours = z.object({ from: Count, until: Count });
export type Hours = z.infer<typeof Hours>;

export const InboxMessage = z.object({
  id: z.number().int(),
  msisdn: z.string(),
  name: z.string(),
  to: z.string(),
  text: z.string(),
  keyword: z.string(),
  read: z.boolean(),
  received_at: z.string(),
  /** The last message this account sent to the number, if any. */
  in_reply_to: z.string().nullable(),
});
export type InboxMessage = z.infer<typeof InboxMessage>;

export const Sender = z.object({
  sender: z.string(),
  kind: z.enum(["transactional", "promotional"]),
  status: z.string(),
});

export const Summary = z.object({
  days: z.array(
    z.object({ day: z.string(), sent: Count, delivered: Count, failed: Count, cost_cents: Count, received: Count }),
  ),
  sent: Count,
  delivered: Count,
  failed: Count,
  pending: Count,
  cost_cents: Count,
  received: Count,
  /** The same figures for the period of equal length before. */
  before: z.object({ sent: Count, delivered: Count, failed: Count, cost_cents: Count, received: Count }),
  by_network: z.array(z.object({ network: z.string(), sent: Count, delivered: Count })),
});
export type Summary = z.infer<typeof Summary>;
