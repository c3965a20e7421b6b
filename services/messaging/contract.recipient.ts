import { z } from "zod";
import type { Call } from "../kit/contract";
import { messageStatuses, viewing } from "./contract.blasts";

const Count = z.number().int();
const at = z.string();

/** What happened with one number, by kind; money in cents of KES. */
export const RecipientEvent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("sent"),
    at,
    blast_id: Count,
    blast: z.string(),
    sender: z.string(),
    text: z.string(),
    status: z.enum(messageStatuses),
    reason: z.string(),
    parts: Count,
    parts_delivered: Count,
    /** What was charged for the parts that the network took. */
    charged_cents: z.number(),
    done_at: z.string().nullable(),
  }),
  z.object({ kind: z.literal("received"), at, to: z.string(), text: z.string() }),
  z.object({ kind: z.enum(["opted out", "opted in"]), at, source: z.string(), by: z.string() }),
]);
export type RecipientEvent = z.infer<typeof RecipientEvent>;

export const SmsRecipient = z.object({
  msisdn: z.string(),
  name: z.string(),
  network: z.string(),
  /** On the blacklist now, since when and why. */
  opted_out: z.object({ at, reason: z.string() }).nullable(),
  /** Of all messages, also of those that are not among the events. */
  sent: Count,
  received: Count,
  charged_cents: z.number(),
  /** Newest first. */
  events: z.array(RecipientEvent),
  /** There are older ones than these. */
  more: z.boolean(),
});
export type SmsRecipient = z.infer<typeof SmsRecipient>;

/** Everything between the account and one number. */
export const recipientCalls = {
  recipient: {
    method: "GET",
    path: "/recipient",
    summary: "Every message, charge, receipt and opt-out of one number, newest first; at most 200 of a kind",
    needs: viewing,
    query: z.object({ number: z.string().trim().max(40).default("") }),
    answers: { 200: SmsRecipient },
  },
} as const satisfies Record<string, Call>;
