import { z } from "zod";
import type { Call } from "../kit/contract";

/** Between services: who has written. */
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
} as const satisfies Record<string, Call>;
