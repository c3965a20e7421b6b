import { z } from "zod";
import { type Call, id, Problem } from "../kit/contract";
import { Channel, inboxNeeds, requestId, text } from "./contract.fields";
import { ChatPerson, Contact, Message } from "./contract.schemas";

const externalId = z.string().min(1).max(200);

/** A contact point of a customer: whether one may write first there, and what holds, in words. */
export const ContactPoint = z.object({
  inbox_id: z.number().int(),
  channel: Channel,
  inbox: z.string(),
  external_id: z.string(),
  may: z.boolean(),
  words: z.string(),
  /** The conversation that runs there already. */
  running: z.number().int().nullable(),
});
export type ContactPoint = z.infer<typeof ContactPoint>;

export const Reachable = z.object({ person: ChatPerson, contact_points: z.array(ContactPoint) });
export type Reachable = z.infer<typeof Reachable>;

/** Conversations that an agent begins. */
export const startCalls = {
  reach: {
    method: "GET",
    path: "/reach",
    summary: "Customers with their contact points, and at which of them they may be written to first",
    needs: inboxNeeds,
    query: z.object({
      q: z.string().trim().max(100).default("").catch(""),
      /** This customer only. */
      person: id.optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(Reachable) }) },
  },
  writeFirst: {
    method: "POST",
    path: "/contacts",
    summary: "Begin a conversation with a customer who is known; the same request id twice is one conversation",
    needs: inboxNeeds,
    writes: true,
    body: z.strictObject({
      inbox_id: id,
      external_id: externalId,
      /** Whose address it is: needed where they never wrote from it. */
      person: id.optional(),
      request_id: requestId,
      message: text.pipe(z.string().min(1, "Write the first message.").max(25_000)),
    }),
    answers: {
      201: z.object({ status: z.literal(201), message: z.string(), contact: Contact, messages: z.array(Message) }),
      406: Problem,
      409: Problem,
    },
  },
} satisfies { [name: string]: Call };
