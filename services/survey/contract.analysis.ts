import { z } from "zod";
import { axisFrom } from "../../rules/survey/answer-groups";
import type { Call } from "../kit/contract";
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
} as const satisfies Record<string, Call>;
