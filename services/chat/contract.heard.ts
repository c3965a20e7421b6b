import { z } from "zod";
import type { Call } from "../kit/contract";
import { Seconds } from "./contract.fields";

/** Between services: who has written, and who can be answered. */
export const heardCalls = {
  heardFrom: {
    method: "POST",
    path: "/inside/heard-from",
    summary: "Which of these numbers and addresses have written in a conversation since a moment, and when last",
    internal: true,
    body: z.strictObject({
      since: z.iso.datetime(),
      phones: z.array(z.string().max(20)).max(500),
      emails: z.array(z.string().max(254)).max(500),
    }),
    answers: { 200: z.object({ data: z.array(z.object({ contact: z.string(), at: z.string() })) }) },
  },
  openConversation: {
    method: "POST",
    path: "/inside/open-conversation",
    summary: "The running conversation with a number on WhatsApp, while anything may be written in it",
    internal: true,
    body: z.strictObject({ msisdn: z.string().max(20) }),
    answers: {
      200: z.object({
        contact_id: z.number().int().nullable(),
        /** When the reply window of it ends. */
        until: Seconds.nullable(),
      }),
    },
  },
} as const satisfies Record<string, Call>;
