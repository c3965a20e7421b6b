import { z } from "zod";
import { qualities } from "../../rules/whatsapp/numbers";
import { type Call, id } from "../kit/contract";

const needs = {
  permissions: ["Create whatsapp message", "View whatsapp outbox", "Set whatsapp bot"],
  products: ["Whatsapp"],
} as const;

/** A number with how it stands at Meta. */
export const WhatsappNumber = z.object({
  /** The channel's id, which its pages have in their address. */
  id: z.number().int(),
  inbox_id: z.number().int(),
  phone_number_id: z.string(),
  name: z.string(),
  shown: z.string(),
  verified_name: z.string(),
  active: z.boolean(),
  stopped: z.string(),
  quality: z.enum(qualities),
  tier: z.string(),
  /** Customers a moving day; null: no limit. */
  daily_limit: z.number().int().nullable(),
  /** How many of them were written to first in the last 24 hours. */
  reached: z.number().int(),
  throughput: z.string(),
  status: z.string(),
  name_status: z.string(),
  paused_templates: z.number().int(),
  disabled_templates: z.number().int(),
  told_at: z.string().nullable(),
  last_webhook_at: z.string().nullable(),
  token_until: z.string().nullable(),
  /** What went wrong when Meta was asked last, or "". */
  fault: z.string(),
});
export type WhatsappNumber = z.infer<typeof WhatsappNumber>;

export const numberCalls = {
  inboxes: {
    method: "GET",
    path: "/inbox/{account}/{group}",
    summary: "The WhatsApp inboxes of an account (specification 2, section 7); every team sees all of them",
    needs,
    params: z.object({ account: z.string().max(64), group: z.string().max(64) }),
    answers: {
      200: z.object({
        data: z.array(z.object({ id: z.number().int(), inbox_name: z.string(), number_id: z.string() })),
      }),
    },
  },
  numbers: {
    method: "GET",
    path: "/numbers",
    summary: "The connected numbers with quality, limits and template pauses",
    needs,
    answers: { 200: z.object({ data: z.array(WhatsappNumber) }) },
  },
  refreshNumber: {
    method: "POST",
    path: "/numbers/{id}/refresh",
    summary: "Ask Meta how a number stands now",
    needs,
    writes: true,
    params: z.object({ id }),
    answers: { 201: WhatsappNumber },
  },
} as const satisfies Record<string, Call>;
