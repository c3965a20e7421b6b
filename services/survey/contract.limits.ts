import { z } from "zod";

const Count = z.number().int();

/** An answer to a question: a choice, a yes or no, or a number from `from` up to, and without, `to`. */
const QuotaCondition = z.object({
  question: Count,
  group: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("choice"), choice: Count }),
    z.object({ kind: z.literal("yes"), yes: z.boolean() }),
    z.object({ kind: z.literal("range"), from: z.number(), to: z.number() }),
  ]),
});

/** A limit over several questions: it takes responses whose answers match all conditions. */
export const QuotaCell = z.object({
  id: Count,
  name: z.string(),
  conditions: z.array(QuotaCondition),
  max_count: Count,
  taken: Count,
});
export type QuotaCell = z.infer<typeof QuotaCell>;
