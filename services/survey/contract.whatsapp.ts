import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";

const word = z.string().max(300);

/** Between services: what customers write on WhatsApp, and what becomes of the questions. */
export const whatsappCalls = {
  takeWhatsapp: {
    method: "POST",
    path: "/inside/whatsapp/received",
    summary: "Take a message as an answer, once for its id at WhatsApp; `taken` false: it is none of a survey's",
    internal: true,
    writes: true,
    body: z.strictObject({
      /** The channel that it came to. */
      number_id: id,
      msisdn: z.string().max(20),
      provider_id: word,
      /** Milliseconds, by WhatsApp's clock. */
      at: z.number().int(),
      text: z.string().max(25_000),
      /** The id of the button or of the row that was tapped. */
      tap: word.default(""),
      /** What a file that came with it is called; without `file` and `file_fault` it is still to be fetched. */
      file_name: z.string().max(200).default(""),
      file: z.strictObject({ id: z.uuid(), name: z.string().max(200) }).optional(),
      /** Why the file could not be kept. */
      file_fault: z.string().max(500).default(""),
      stop: z.boolean(),
    }),
    answers: { 201: z.object({ taken: z.boolean(), fetch_file: z.boolean() }) },
  },
  heardWhatsapp: {
    method: "POST",
    path: "/inside/whatsapp/status",
    summary: "What became of a question on WhatsApp",
    internal: true,
    writes: true,
    body: z.strictObject({
      message_id: z.string().max(64),
      provider_id: word,
      status: z.enum(["sent", "delivered", "read", "failed"]),
      reason: z.string().max(1_000),
    }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
