import { z } from "zod";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { choiceRoles, endOutcomes, languageCodes, operands, questionTypes } from "../../../rules/survey/graph";

const Id = z.number().int();
const Text = z.record(z.string(), z.string());

const Comparison = {
  asked: Id.nullable(),
  calculated: Id.nullable().default(null),
  operand: z.enum(operands),
  value: z.string(),
};

const StoredQuestion = z.object({
  id: Id,
  type: z.enum(questionTypes),
  name: z.string().default(""),
  text: Text,
  required: z.boolean(),
  interviewer_note: z.string().default(""),
  max_rating: z.number(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(
    z.object({ id: Id, text: Text, aliases: z.array(z.string()), role: z.enum(choiceRoles).default("normal") }),
  ),
  random_order: z.boolean().default(false),
  random_section: z.boolean().default(false),
  section: z.object({ title: Text, text: Text }).default({ title: {}, text: {} }),
  conditions: z.array(z.object({ id: Id, ...Comparison, target: Id.nullable() })),
});

/** A published version as it is kept. One from before a field was there has the default of that field. */
const StoredGraph = z.object({
  languages: z.array(z.enum(languageCodes)),
  questions: z.array(StoredQuestion),
  ending: Text,
  end_texts: z.array(z.object({ id: Id, ...Comparison, outcome: z.enum(endOutcomes), text: Text })).default([]),
  calculated: z.array(z.object({ id: Id, name: z.string(), expression: z.string() })).default([]),
});

/** What is kept of a version: fields of later releases may be missing. */
export type StoredGraph = z.input<typeof StoredGraph>;
/** A column of versions, without the defaults of what is missing. */
export const GraphColumn = z.custom<StoredGraph>((kept) => StoredGraph.safeParse(kept).success);

/** A version as the rules read it. @throws ZodError for what is no survey */
export function parseGraph(stored: StoredGraph): SurveyGraph {
  return StoredGraph.parse(stored);
}
