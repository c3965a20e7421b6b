import { z } from "zod";
import { answerFiltersFrom } from "../../rules/survey/answer-groups";

/** Responses with these answers (`rules/survey/answer-groups.ts`): "12:34,15:0..7". */
export const answersFilter = z
  .string()
  .max(1_000)
  .refine((key) => answerFiltersFrom(key) !== undefined)
  .optional()
  .catch(undefined);
