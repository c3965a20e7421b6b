import { z } from "zod";
import type { Call } from "../kit/contract";
import { messageStatuses } from "./contract.blasts";

const products = ["SMS", "BULK"] as const;
const sending = { permissions: ["Send bulk message", "Send single message"], products } as const;
const viewing = { permissions: ["View bulk message", "Send bulk message", "Send single message"], products } as const;

const Count = z.number().int();
const to = z.string().trim().min(1, "Enter a phone number.").max(40);
const text = z.string().trim().min(1, "Write the message.").max(1600, "A message has at most 1,600 characters.");
/** The sender's own name for a message, such as an order number. It comes back with each answer about it. */
const reference = z.string().trim().min(1).max(100).optional();
const common = {
  sender: z.string().trim().min(1, "Choose a sender ID.").max(15),
  send_at: z.iso.datetime({ offset: true }).nullable().default(null),
};

const SingleMessage = z.strictObject({ ...common, to, text, reference });
const BatchOfMessages = z.strictObject({
  ...common,
  messages: z
    .array(z.strictObject({ to, text, reference }))
    .min(1, "Give at least one message.")
    .max(1_000, "A batch has at most 1,000 messages."),
});

export const ProgramMessage = z.object({
  /** "161-1": its blast, and its place in it. */
  id: z.string(),
  to: z.string(),
  reference: z.string().nullable(),
  status: z.enum(messageStatuses),
  reason: z.string(),
  parts: Count,
  submitted_at: z.string().nullable(),
  done_at: z.string().nullable(),
});
export type ProgramMessage = z.infer<typeof ProgramMessage>;

/** Why one message of a batch was not taken; `index` is its place in the batch, from 0. */
const RefusedMessage = z.object({
  index: Count,
  to: z.string(),
  reason: z.enum(["number", "repeated", "opted_out"]),
  message: z.string(),
});
export type RefusedMessage = z.infer<typeof RefusedMessage>;

const message = z.object({ id: z.string().regex(/^[1-9]\d{0,14}-[1-9]\d{0,8}$/) });

/**
 * Messages as programs send them: one call, no draft to confirm. The header `Idempotency-Key` makes a request that comes
 * again the same request.
 */
export const messageCalls = {
  sendMessage: {
    method: "POST",
    path: "/messages",
    summary: "Send one SMS now, or at a time",
    needs: sending,
    scope: "messages:send",
    writes: true,
    body: SingleMessage,
    answers: { 201: ProgramMessage.extend({ cost_cents: Count }) },
  },
  sendMessages: {
    method: "POST",
    path: "/messages/batch",
    summary: "Send up to 1,000 SMS, each with its own text; those that can't be sent are named, the others go out",
    needs: sending,
    scope: "messages:send",
    writes: true,
    body: BatchOfMessages,
    answers: {
      201: z.object({
        blast_id: Count,
        accepted: z.array(ProgramMessage.extend({ index: Count })),
        refused: z.array(RefusedMessage),
        parts: Count,
        cost_cents: Count,
      }),
    },
  },
  programMessage: {
    method: "GET",
    path: "/messages/{id}",
    summary: "One message with what became of it",
    needs: viewing,
    scope: "messages:read",
    params: message,
    answers: { 200: ProgramMessage },
  },
  messagesByReference: {
    method: "GET",
    path: "/messages",
    summary: "The messages with a reference, newest first (at most 100)",
    needs: viewing,
    scope: "messages:read",
    query: z.object({ reference: z.string().trim().min(1, "Give a reference.").max(100) }),
    answers: { 200: z.object({ data: z.array(ProgramMessage) }) },
  },
} as const satisfies Record<string, Call>;
