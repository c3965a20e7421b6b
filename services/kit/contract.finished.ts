import { z } from "zod";
import type { Call } from "./contract";

/** At most so many in one answer. */
export const finishedLimit = 500;

/** Something that was finished with a customer: a conversation, a ticket, a call, a sale. */
export const FinishedRecord = z.object({
  record: z.number().int(),
  /** When: a UTC instant in microseconds. */
  at: z.string(),
  /** The customer's number in E.164; empty where none is known. */
  phone: z.string(),
  /** Empty where none is known. */
  name: z.string(),
});
export type FinishedRecord = z.infer<typeof FinishedRecord>;

/** Between services: what was finished between two moments and still is. Spread into the contract of who keeps such records. */
export const finishedCalls = {
  finished: {
    method: "POST",
    path: "/inside/finished",
    summary: "What was finished from one moment to another and still is, oldest first, with the customer's number",
    internal: true,
    body: z.strictObject({
      from: z.iso.datetime({ precision: 6 }),
      /** Without the moment itself. */
      until: z.iso.datetime({ precision: 6 }),
      /** Of those finished exactly at `from`, only records with a greater id: the last one of the page before. */
      after: z.number().int().min(0).default(0),
    }),
    answers: { 200: z.object({ data: z.array(FinishedRecord), more: z.boolean() }) },
  },
} as const satisfies Record<string, Call>;
