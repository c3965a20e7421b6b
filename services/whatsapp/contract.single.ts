import { z } from "zod";
import { templateCategories } from "../../rules/whatsapp/templates";
import { type Call, id } from "../kit/contract";
import { SentToOne } from "../messaging/contract.internal";

const msisdn = z.string().max(20);

/** Between services: a template to one person, and who wants none. It is a broadcast to one number, and is paid and sent like every other. */
export const singleCalls = {
  singleTerms: {
    method: "POST",
    path: "/inside/single-terms",
    summary: "Whether a template can go to one person from a number, what it says and costs, and who wants none",
    internal: true,
    body: z.strictObject({ number_id: id, template_id: id, msisdns: z.array(msisdn).max(500).default([]) }),
    answers: {
      200: z.object({
        /** Why the number can't be used, or "". */
        number_fault: z.string(),
        number_name: z.string(),
        template_fault: z.string(),
        template_name: z.string(),
        components: z.array(z.looseObject({ type: z.string() })),
        category: z.enum(templateCategories).nullable(),
        /** In 1/10,000 KES. */
        prices: z.array(
          z.object({ category: z.enum(templateCategories), country: z.string(), price: z.number().int() }),
        ),
        opted_out: z.array(msisdn),
      }),
    },
  },
  sendSingle: {
    method: "POST",
    path: "/inside/single",
    summary: "Send a template to one number, once for a key, at the price of a broadcast",
    internal: true,
    writes: true,
    body: z.strictObject({
      key: z.string().min(8).max(60),
      /** What it is called in the outbox. */
      name: z.string().max(100),
      number_id: id,
      template_id: id,
      to: msisdn,
      /** By the variable's place and name: `body.1`. */
      values: z.record(z.string().max(80), z.string().max(1_000)),
    }),
    answers: { 201: SentToOne },
  },
  marketingOptOuts: {
    method: "POST",
    path: "/inside/marketing-opt-outs",
    summary: "Those of the numbers whose people want no marketing on WhatsApp, and how and when they said so",
    internal: true,
    body: z.strictObject({ msisdns: z.array(msisdn).max(500) }),
    answers: { 200: z.object({ data: z.array(z.object({ msisdn, source: z.string(), at: z.string() })) }) },
  },
} as const satisfies Record<string, Call>;
