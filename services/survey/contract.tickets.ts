import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { needs, SurveyDetail, uuid } from "./contract.schemas";

/** The types of questions whose answer is a number that may be low. */
export const scoredTypes = ["rating", "nps", "number"] as const;

/** A low answer opens a ticket. */
export const ticketRuleCalls = {
  setTicketRule: {
    method: "PUT",
    path: "/surveys/{uuid}/ticket-rule",
    summary: "Open a ticket when the answer to a question is at most so much; no question: never",
    needs,
    writes: true,
    params: z.object({ uuid }),
    body: z.strictObject({
      question_id: id.nullable(),
      at_most: z.coerce
        .number({ error: "Enter a number." })
        .int("Enter a whole number.")
        .min(0, "At least 0.")
        .max(1_000_000, "At most 1,000,000."),
    }),
    answers: { 201: SurveyDetail },
  },
} as const satisfies Record<string, Call>;
