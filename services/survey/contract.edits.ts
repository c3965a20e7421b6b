import { z } from "zod";
import { declineReasons } from "../../rules/survey/interviews";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, needs, Question, uuid } from "./contract.schemas";

/** An answer that was corrected: what it was before, by whom it was changed, and why. */
export const AnswerEdit = z.object({
  question: Count,
  /** In words; empty where the question was left out. */
  before: z.string(),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type AnswerEdit = z.infer<typeof AnswerEdit>;

export const ResponseEdits = z.object({
  /** The latest first. */
  edits: z.array(AnswerEdit),
  /** The questions whose answers can be corrected: none while the response is open, and none after an erasure. */
  editable: z.array(Count),
});
export type ResponseEdits = z.infer<typeof ResponseEdits>;

/** An answer as the form to correct it shows it. */
export const EditableAnswer = z.object({
  question: Question,
  languages: z.array(z.string()),
  /** Ids of choices between commas, or what was typed. */
  answered: z.string(),
  declined: z.enum(declineReasons).nullable(),
});
export type EditableAnswer = z.infer<typeof EditableAnswer>;

const params = z.object({ uuid, id, question: id });

export const editCalls = {
  responseEdits: {
    method: "GET",
    path: "/surveys/{uuid}/responses/{id}/edits",
    summary: "The corrections of a response, the latest first, and which answers can be corrected",
    needs,
    params: z.object({ uuid, id }),
    answers: { 200: ResponseEdits },
  },
  answerToEdit: {
    method: "GET",
    path: "/surveys/{uuid}/responses/{id}/answers/{question}",
    summary: "One answer of a response that has ended, to correct it",
    needs,
    params,
    answers: { 200: EditableAnswer },
  },
  editAnswer: {
    method: "PUT",
    path: "/surveys/{uuid}/responses/{id}/answers/{question}",
    summary: "Correct an answer of a response that has ended; the earlier one is kept with the reason",
    needs,
    writes: true,
    params,
    body: z.strictObject({
      text: z.string().max(4_000).default(""),
      /** Of a ranking in their order, of a matrix in the order of its rows; 0 for none. */
      choices: z.array(z.number().int().min(0)).max(50).default([]),
      declined: z.enum(declineReasons).optional(),
      reason: z
        .string({ error: "Enter the reason." })
        .trim()
        .min(1, "Enter the reason.")
        .max(500, "A reason has at most 500 characters."),
    }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
