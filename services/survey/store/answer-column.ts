import { z } from "zod";
import { declineReasons } from "../../../rules/survey/interviews";

/** An answer as it is kept (`SurveyAnswer`, rules/survey/graph.ts). */
export const AnswerColumn = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("choices"), choices: z.array(z.number()) }),
  z.object({ kind: z.literal("yes"), yes: z.boolean() }),
  z.object({ kind: z.literal("number"), number: z.number() }),
  z.object({ kind: z.enum(["text", "phone"]), text: z.string() }),
  z.object({ kind: z.literal("date"), date: z.string() }),
  z.object({ kind: z.literal("ranking"), order: z.array(z.number()) }),
  z.object({ kind: z.literal("rows"), rows: z.array(z.object({ row: z.number(), choice: z.number() })) }),
  z.object({ kind: z.literal("place"), text: z.string(), at: z.tuple([z.number(), z.number()]).nullable() }),
  z.object({ kind: z.literal("skipped"), why: z.enum(declineReasons).optional() }),
]);
