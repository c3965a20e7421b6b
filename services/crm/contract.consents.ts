import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { crmProducts } from "./contract.records";

const ContactConsent = z.object({
  /** The number in E.164, or the address in small letters. */
  contact: z.string(),
  /** It gets no messages; null where that is not known right now. Of a number: no SMS and no WhatsApp broadcasts. */
  opted_out: z.boolean().nullable(),
  /** Whether its owner refused marketing on WhatsApp (null: not known right now), how and when; null: an address. */
  whatsapp_marketing: z
    .object({ opted_out: z.boolean().nullable(), source: z.string(), at: z.string().nullable() })
    .nullable(),
  /** What was last said about it: "Texted STOP"; null where nothing ever was. */
  last: z.object({ change: z.enum(["in", "out"]), source: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type ContactConsent = z.infer<typeof ContactConsent>;

/** Whether the people behind records want to be written to. */
export const consentCalls = {
  contactConsents: {
    method: "GET",
    path: "/contact-consents/{id}",
    summary: "Which numbers and addresses of a lead or a contact get no messages, and what was last said about each",
    needs: { permissions: ["View crm leads", "View crm contacts"], products: crmProducts },
    params: z.object({ id }),
    answers: { 200: z.object({ data: z.array(ContactConsent) }) },
  },
} as const satisfies Record<string, Call>;
