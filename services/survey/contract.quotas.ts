import { z } from "zod";
import { openEnd } from "../../rules/survey/answer-groups";
import { maxQuotaConditions } from "../../rules/survey/quotas";
import { type Call, id } from "../kit/contract";
import { QuotaCell } from "./contract.limits";
import { needs, uuid } from "./contract.schemas";

const data = z.object({ data: z.array(QuotaCell) });
const name = z
  .string({ error: "Enter a name." })
  .trim()
  .min(1, "Enter a name.")
  .max(100, "A name has at most 100 characters.");
const max_count = z.int("Enter a whole number.").min(1, "At least 1.").max(1_000_000, "At most 1,000,000.");
/** As an address can have it, in which the responses of a limit are filtered by it. */
const bound = z
  .number({ error: "Enter a number." })
  .min(-openEnd, "Enter a smaller number.")
  .max(openEnd, "Enter a smaller number.")
  .refine((given) => Number(given.toFixed(6)) === given, { error: "At most 6 digits after the point." })
  // Not in the form of 1e-6.
  .refine((given) => !String(given).includes("e"), { error: "Enter a larger number." });
const group = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("choice"), choice: id }),
    z.strictObject({ kind: z.literal("yes"), yes: z.boolean() }),
    z.strictObject({ kind: z.literal("range"), from: bound.default(-openEnd), to: bound.default(openEnd) }),
  ],
  { error: "Choose an answer." },
);
const oneId = z.object({ id });

/** Limits over several questions. Each answers all of the survey. */
export const quotaCalls = {
  createQuotaCell: {
    method: "POST",
    path: "/quota-cells",
    summary: "Take so many completed responses whose answers match all conditions, and no more",
    needs,
    writes: true,
    body: z.strictObject({
      survey: uuid,
      name,
      max_count,
      conditions: z
        .array(z.strictObject({ question: id, group }))
        .min(1, "Choose at least one question.")
        .max(maxQuotaConditions, `A limit has at most ${maxQuotaConditions} questions.`),
    }),
    answers: { 201: data },
  },
  updateQuotaCell: {
    method: "PUT",
    path: "/quota-cells/{id}",
    summary: "Change how many responses a limit over several questions takes, or its name",
    needs,
    writes: true,
    params: oneId,
    body: z.strictObject({ max_count, name: name.optional() }),
    answers: { 201: data },
  },
  deleteQuotaCell: {
    method: "DELETE",
    path: "/quota-cells/{id}",
    summary: "Take a limit over several questions away",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: data },
  },
} as const satisfies Record<string, Call>;
