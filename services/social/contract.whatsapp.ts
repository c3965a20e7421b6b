import { z } from "zod";
import { type Call, DoneAnswer, id, Problem } from "../kit/contract";

/** A connected number, as the WhatsApp service knows it. */
export const ConnectedNumber = z.object({
  channel_id: z.number().int(),
  inbox_id: z.number().int(),
  phone_number_id: z.string(),
  name: z.string(),
  /** The number as people write it. */
  shown: z.string(),
  /** "" until it is known. */
  business_id: z.string(),
  active: z.boolean(),
  /** Why nothing goes out any more, in words, or "". */
  stopped: z.string(),
  last_webhook_at: z.string().nullable(),
  token_until: z.string().nullable(),
});
export type ConnectedNumber = z.infer<typeof ConnectedNumber>;

const GraphTemplate = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  rejected_reason: z.string(),
  quality: z.string(),
  components: z.array(z.looseObject({ type: z.string() })),
});

const params = z.object({ id });

const Tap = z.strictObject({ id: z.string().min(1).max(200), title: z.string().min(1).max(24) });
/** A text with the buttons or the list that it is answered by, where it has some. */
export const WhatsappForm = z.strictObject({
  text: z.string().min(1).max(4_096),
  buttons: z.array(Tap).min(1).max(3).optional(),
  list: z.strictObject({ open: z.string().min(1).max(20), rows: z.array(Tap).min(1).max(10) }).optional(),
});
export type WhatsappForm = z.infer<typeof WhatsappForm>;

/** What became of a message. */
export const SentQuestion = z.object({
  kind: z.enum(["sent", "refused", "later", "unknown"]),
  provider_id: z.string().optional(),
  words: z.string().optional(),
  code: z.number().int().optional(),
  seconds: z.number().optional(),
  /** Nothing goes out on this number any more. */
  stops: z.boolean().optional(),
  opted_out: z.boolean().optional(),
});
export type SentQuestion = z.infer<typeof SentQuestion>;

/** Between services: what the WhatsApp service asks of Meta's Graph. The access tokens stay here. */
export const whatsappCalls = {
  whatsappNumbers: {
    method: "GET",
    path: "/inside/whatsapp/numbers",
    summary: "The connected WhatsApp numbers",
    internal: true,
    answers: { 200: z.object({ data: z.array(ConnectedNumber) }) },
  },
  whatsappHealth: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/health",
    summary: "Ask Meta how a number stands, and which business account it belongs to",
    internal: true,
    writes: true,
    params,
    answers: {
      201: z.object({
        business_id: z.string(),
        shown: z.string(),
        verified_name: z.string(),
        quality: z.string(),
        tier: z.string(),
        throughput: z.string(),
        status: z.string(),
        name_status: z.string(),
      }),
      406: Problem,
    },
  },
  whatsappTemplates: {
    method: "GET",
    path: "/inside/whatsapp/numbers/{id}/templates",
    summary: "The message templates of a number's business account, from Meta",
    internal: true,
    params,
    answers: {
      200: z.object({ business_id: z.string(), data: z.array(GraphTemplate), faults: z.number().int() }),
      406: Problem,
    },
  },
  createWhatsappTemplate: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/templates",
    summary: "Hand a message template in for Meta's review",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({
      name: z.string().max(512),
      language: z.string().max(20),
      category: z.string().max(40),
      components: z.array(z.looseObject({ type: z.string() })).max(10),
      /** The sample of a header that is a file; Meta is given it first. */
      header_file: z.uuid().nullable().default(null),
    }),
    answers: {
      201: z.object({ business_id: z.string(), id: z.string(), status: z.string(), category: z.string() }),
      406: Problem,
    },
  },
  deleteWhatsappTemplate: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/templates/delete",
    summary: "Delete one language of a message template at Meta",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({ id: z.string().max(64), name: z.string().max(512) }),
    answers: { 201: DoneAnswer, 406: Problem },
  },
  keepWhatsappMedia: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/media",
    summary: "Give a stored file to WhatsApp, which keeps it for 30 days; messages of the number name it by its ID",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({ file_id: z.uuid() }),
    answers: {
      201: z.object({
        kind: z.enum(["kept", "later", "refused"]),
        media_id: z.string().optional(),
        words: z.string().optional(),
        /** Of `later`: until it may be tried again. */
        seconds: z.number().optional(),
        stops: z.boolean().optional(),
      }),
    },
  },
  sendWhatsappTemplate: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/send",
    summary: "Send a filled-in template once; `message_id` comes back with every status of it",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({
      to: z.string().min(1).max(200),
      message_id: z.string().min(1).max(64),
      name: z.string().max(512),
      language: z.string().max(20),
      components: z.array(z.looseObject({ type: z.string() })).max(20),
    }),
    answers: { 201: SentQuestion },
  },
  sendWhatsappQuestion: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/question",
    summary: "Send a text with buttons or a list once; `message_id` comes back with every status of it",
    internal: true,
    writes: true,
    params,
    body: z.strictObject({
      to: z.string().min(1).max(200),
      message_id: z.string().min(1).max(64),
      form: WhatsappForm,
    }),
    answers: { 201: SentQuestion },
  },
  openReplyWindows: {
    method: "POST",
    path: "/inside/whatsapp/numbers/{id}/reply-windows",
    summary: "Which of these customers wrote to the number within the last 24 hours",
    internal: true,
    params,
    body: z.strictObject({ external_ids: z.array(z.string().max(200)).max(1_000) }),
    answers: { 200: z.object({ external_ids: z.array(z.string()) }) },
  },
} as const satisfies { [name: string]: Call };
