import { z } from "zod";
import { endOutcomes, operands } from "../../rules/survey/graph";
import { maxExpressionLength } from "../../rules/survey/parse-calculation";
import { type Call, id } from "../kit/contract";
import { needs, referenceName, SurveyDetail, uuid } from "./contract.schemas";

const params = z.object({ uuid });

/** The texts at the end of a survey, and the numbers that are worked out from its answers. */
export const endCalls = {
  setEndTexts: {
    method: "PUT",
    path: "/surveys/{uuid}/end-texts",
    summary: "Set the end texts in the first language, in their order; those that are left out are deleted",
    needs,
    writes: true,
    params,
    body: z.strictObject({
      data: z
        .array(
          z.strictObject({
            id: id.nullable().default(null),
            outcome: z.enum(endOutcomes, { error: "Choose when it is shown." }),
            /** What is compared; nothing of both with "always". */
            asked: id.nullable().default(null),
            calculated: id.nullable().default(null),
            operand: z.enum(operands, { error: "Choose how to compare." }).default("always"),
            value: z.string().trim().max(500, "At most 500 characters.").default(""),
            text: z.string().trim().min(1, "Enter the text.").max(1_000, "A text has at most 1,000 characters."),
          }),
        )
        .max(50, "A survey has at most 50 end texts."),
    }),
    answers: { 201: SurveyDetail },
  },
  setCalculated: {
    method: "PUT",
    path: "/surveys/{uuid}/calculated",
    summary: "Set the calculated values, in their order; those that are left out are deleted",
    needs,
    writes: true,
    params,
    body: z.strictObject({
      data: z
        .array(
          z.strictObject({
            id: id.nullable().default(null),
            name: referenceName.refine((given) => given !== "", { error: "Enter a name." }),
            expression: z
              .string()
              .trim()
              .min(1, "Enter the calculation.")
              .max(maxExpressionLength, `A calculation has at most ${maxExpressionLength} characters.`),
          }),
        )
        .max(50, "A survey has at most 50 calculated values."),
    }),
    answers: { 201: SurveyDetail },
  },
} as const satisfies Record<string, Call>;
