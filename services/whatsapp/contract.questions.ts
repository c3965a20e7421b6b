import { z } from "zod";
import { templateCategories } from "../../rules/whatsapp/templates";
import { type Call, id } from "../kit/contract";
import { SentQuestion, WhatsappForm } from "../social/contract.whatsapp";

const msisdn = z.string().max(20);
const params = z.object({ id });

/** Between services: questions on WhatsApp. Within 24 hours of what a customer wrote anything may be said to them. */
export const questionCalls = {
  questionTerms: {
    method: "POST",
    path: "/inside/question-terms",
    summary: "Whether a number and a template can ask questions, and what the template costs",
    internal: true,
    body: z.strictObject({ number_id: id.nullable(), template_id: id.nullable() }),
    answers: {
      200: z.object({
        /** Why the number can't be used, or "". */
        number_fault: z.string(),
        number_name: z.string(),
        template_fault: z.string(),
        template_name: z.string(),
        /** The whole template as the customer reads it. */
        template_text: z.string(),
        category: z.enum(templateCategories).nullable(),
        /** In 1/10,000 KES. */
        prices: z.array(
          z.object({ category: z.enum(templateCategories), country: z.string(), price: z.number().int() }),
        ),
      }),
    },
  },
  openWindows: {
    method: "POST",
    path: "/inside/numbers/{id}/open-windows",
    summary: "To whom of these anything may be said now",
    internal: true,
    params,
    body: z.strictObject({ msisdns: z.array(msisdn).max(1_000) }),
    answers: { 200: z.object({ msisdns: z.array(msisdn) }) },
  },
  askCustomer: {
    method: "POST",
    path: "/inside/numbers/{id}/question",
    summary: "Send a question, or the template that opens; `message_id` comes back with every status of it",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({
      to: msisdn,
      message_id: z.string().min(1).max(64),
      /** The one or the other. */
      form: WhatsappForm.optional(),
      template_id: id.optional(),
    }),
    answers: { 201: SentQuestion },
  },
} as const satisfies Record<string, Call>;
