import { z } from "zod";

const Count = z.number().int();

/** When messages may leave, as minutes of the account's own day. */
export const SendingHours = z.object({ from: Count, until: Count });
export type SendingHours = z.infer<typeof SendingHours>;

/** Parts a second; null: as fast as the link goes. */
export const BlastSpeed = z.strictObject({
  speed: z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(100_000, "Enter at most 100,000.").nullable(),
});

/** Of messages without a receipt: how many the networks were asked about, and of how many they knew. */
export const ReceiptQuery = z.object({
  ...{ done: z.boolean(), asked: Count, delivered: Count, failed: Count },
  requested_at: z.string(),
});

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
