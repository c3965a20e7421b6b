import { z } from "zod";
import { axisFrom } from "../../rules/survey/answer-groups";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { responseFilters } from "./contract.responses";
import { Count, needs, uuid } from "./contract.schemas";

const body = z.strictObject({ survey: uuid });

/** A closed question, or with its id behind a dot one row of a matrix: "12", "12.5". */
const axis = z
  .string()
  .max(40)
  .refine((key) => axisFrom(key) !== undefined)
  .optional()
  .catch(undefined);

const Axis = z.object({ key: z.string(), label: z.string() });
const AxisGroup = z.object({ key: z.string(), label: z.string() });

const CrosstabSide = Axis.extend({
  /** At most 100. */
  groups: z.array(AxisGroup),
  /** How many responses are in each group, of those that answered both questions. */
  totals: z.array(Count),
});

export const Crosstab = z.object({
  /** What can be put on either side. */
  axes: z.array(Axis),
  /** Null until both sides are chosen. */
  table: z
    .object({
      rows: CrosstabSide,
      columns: CrosstabSide,
      /** By row and column. Where several choices may be given, a response is in several cells. */
      cells: z.array(z.array(Count)),
      /** The responses that answered both questions. */
      answered: Count,
    })
    .nullable(),
});
export type Crosstab = z.infer<typeof Crosstab>;

const CodeLabel = z.object({ value: z.number(), label: z.string() });

/** The columns of responses with codes (`rules/survey/codebook.ts`). */
export const Codebook = z.object({
  variables: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      type: z.enum(["number", "text", "date"]),
      width: Count,
      decimals: Count,
      values: z.array(CodeLabel),
      missing: z.array(CodeLabel),
    }),
  ),
});
export type Codebook = z.infer<typeof Codebook>;

/** A response with codes in place of words, by the names of the codebook. */
export const CodedResponse = z.object({
  id: Count,
  values: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
});
export type CodedResponse = z.infer<typeof CodedResponse>;

export const SurveyWords = z.object({
  /** The text questions. */
  questions: z.array(z.object({ id: Count, label: z.string() })),
  /** Whose words these are; null until one is chosen. */
  question: Count.nullable(),
  /** How many answers were read: the newest, at most 10,000; and whether there are more. */
  read: Count,
  more: z.boolean(),
  /** In how many answers each word is, most often first. */
  words: z.array(z.object({ word: z.string(), count: Count })),
});
export type SurveyWords = z.infer<typeof SurveyWords>;

export const analysisCalls = {
  crosstab: {
    method: "POST",
    path: "/crosstab",
    summary: "Two closed questions against each other: how many responses are in each pair of answers",
    needs,
    query: z.object({ ...responseFilters, rows: axis, columns: axis }),
    body,
    answers: { 200: Crosstab },
  },
  codebook: {
    method: "GET",
    path: "/surveys/{uuid}/codebook",
    summary: "The columns of responses with codes, and what their values mean",
    needs,
    params: z.object({ uuid }),
    answers: { 200: Codebook },
  },
  codedResponses: {
    method: "POST",
    path: "/coded-responses",
    summary: "Responses with codes in place of words, newest first",
    needs,
    query: z.object({ ...paging, ...responseFilters }),
    body,
    answers: { 200: pageSchema(CodedResponse) },
  },
  surveyWords: {
    method: "POST",
    path: "/words",
    summary: "The most used words in the answers to a text question",
    needs,
    query: z.object({ ...responseFilters, question: id.optional().catch(undefined) }),
    body,
    answers: { 200: SurveyWords },
  },
} as const satisfies Record<string, Call>;
