import { z } from "zod";
import { invitationAnswers } from "../../rules/invitation-answers";
import type { Call } from "../kit/contract";

/** Between services: what customers answer to the invitations of appointments. */
export const answerCalls = {
  answerInvitation: {
    method: "POST",
    path: "/inside/invitation-answers",
    summary: "Note what the customer of an appointment answers to its newest invitation; whether it is such an answer",
    internal: true,
    writes: true,
    body: z.strictObject({
      uid: z.string().max(1_000),
      attendee: z.string().max(254),
      answer: z.enum(invitationAnswers),
      /** The sequence of the invitation. */
      number: z.number().int().min(0),
      at: z.iso.datetime().nullable(),
      comment: z.string().max(500),
    }),
    answers: { 200: z.object({ taken: z.boolean() }) },
  },
} as const satisfies Record<string, Call>;
