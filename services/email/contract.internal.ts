import { z } from "zod";
import type { Call } from "../kit/contract";
import { SentToOne } from "../messaging/contract.internal";
import { maxText } from "./contract.schemas";

/** An invitation to an appointment, or its withdrawal, as calendar programs read it (RFC 6047). */
export const CalendarPart = z.strictObject({
  method: z.enum(["REQUEST", "CANCEL"]),
  /** One calendar with the same METHOD. */
  text: z.string().min(1).max(10_000),
});
export type CalendarPart = z.infer<typeof CalendarPart>;

/** Between services: an e-mail to one person. It goes the way of every mailing, and has the link that ends the e-mails. */
export const sendingCalls = {
  mailTerms: {
    method: "POST",
    path: "/inside/mail-terms",
    summary: "What an email costs in 1/10,000 KES, whom it can be from, and which of some addresses want none",
    internal: true,
    body: z.strictObject({ addresses: z.array(z.string().max(254)).max(500).default([]) }),
    answers: {
      200: z.object({
        mail_price: z.number().int(),
        senders: z.array(z.string()),
        /** Of a sender: the address that answers go to, where it is another one. */
        answers_to: z.record(z.string(), z.string()),
        suppressed: z.array(z.string()),
      }),
    },
  },
  sendMail: {
    method: "POST",
    path: "/inside/mail",
    summary: "Send an email to one address, once for a key, at the price of other emails",
    internal: true,
    body: z.strictObject({
      key: z.string().min(8).max(80),
      sender: z.string().min(1).max(254),
      to: z.string().min(3).max(254),
      subject: z.string().min(1).max(200),
      text: z.string().min(1).max(maxText),
      calendar: CalendarPart.optional(),
    }),
    answers: { 201: SentToOne },
  },
} as const satisfies Record<string, Call>;
