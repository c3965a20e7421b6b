import { z } from "zod";
import { type Call, DoneAnswer } from "../kit/contract";

const word = z.string().max(600);

/** What Meta tells of a business account's templates and numbers, in its own words. */
const News = z.discriminatedUnion("about", [
  z.strictObject({
    about: z.literal("template"),
    ...{ id: word, name: word, language: word, status: word, reason: word },
  }),
  z.strictObject({ about: z.literal("template quality"), id: word, quality: word }),
  z.strictObject({ about: z.literal("template category"), id: word, category: word }),
  z.strictObject({ about: z.literal("number"), shown: word, event: word, limit: word }),
]);
export type News = z.infer<typeof News>;

/** Statuses that are told at a time. */
export const maxStatuses = 200;

const HeardStatus = z.strictObject({
  message_id: z.string().max(64),
  provider_id: z.string().max(300),
  status: z.enum(["sent", "delivered", "read", "failed"]),
  reason: z.string().max(1_000),
  code: z.number().int().nullable(),
});
export type HeardStatus = z.infer<typeof HeardStatus>;

/** Between services: what webhooks say. */
export const internalCalls = {
  heardNews: {
    method: "POST",
    path: "/inside/news",
    summary: "News of a template or of a number",
    internal: true,
    writes: true,
    body: z.strictObject({ business_id: word, news: News }),
    answers: { 201: DoneAnswer },
  },
  heardStatuses: {
    method: "POST",
    path: "/inside/statuses",
    summary: "What became of messages of broadcasts, in the order in which WhatsApp said it",
    internal: true,
    writes: true,
    body: z.strictObject({ items: z.array(HeardStatus).min(1).max(maxStatuses) }),
    answers: { 201: DoneAnswer },
  },
  heardWish: {
    method: "POST",
    path: "/inside/wish",
    summary: "A customer wants no marketing any more, or wants it again",
    internal: true,
    writes: true,
    body: z.strictObject({
      msisdn: z.string().max(20),
      change: z.enum(["in", "out"]),
      source: z.string().max(200),
      /** It is among the consents already. */
      recorded: z.boolean().default(false),
    }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
