import { z } from "zod";
import { currencies, leadCategories, operatorsFor, scoreOperators, scoreProperties } from "../../rules/crm";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { LeadStage, leadNeeds } from "./contract.leads";

const products = ["CRM", "Jibu 360"] as const;
const setting = { permissions: ["View crm settings"], products } as const;
const reading = { permissions: ["View crm leads", "View crm settings"], products } as const;
const oneId = z.object({ id });

export const LeadStageForm = z.strictObject({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(60, "A name has at most 60 characters."),
  category: z.enum(leadCategories, { error: "Choose a category." }).default("working"),
  probability: z.int().min(0, "From 0 to 100.").max(100, "From 0 to 100.").default(0),
  rot_days: z.int().min(1, "At least 1 day.").max(365, "At most 365 days.").nullable().default(null),
});

export const LeadScoreRule = z.object({
  id: z.number().int(),
  property: z.enum(scoreProperties),
  operator: z.enum(scoreOperators),
  value: z.string(),
  points: z.number().int(),
});
export type LeadScoreRule = z.infer<typeof LeadScoreRule>;

export const LeadScoreRuleForm = z
  .strictObject({
    property: z.enum(scoreProperties, { error: "Choose what to look at." }),
    operator: z.enum(scoreOperators, { error: "Choose how to compare." }),
    value: z.string().trim().max(200, "At most 200 characters.").default(""),
    points: z
      .int("Enter a whole number.")
      .min(-1000, "From -1,000 to 1,000.")
      .max(1000, "From -1,000 to 1,000.")
      .refine((points) => points !== 0, "0 points change nothing."),
  })
  .superRefine(({ property, operator, value }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (!operatorsFor(property).includes(operator)) issue("operator", "This can't be asked of that.");
    else if (operator !== "is set" && value === "") issue("value", "Enter what to compare with.");
    else if (operator === "is at least" && !/^\d{1,12}(,\d{3})*(\.\d{1,2})?$/.test(value))
      issue("value", "Enter an amount.");
  });

/** Stages, their categories, and what makes a lead's score. */
export const settingsCalls = {
  leadStages: {
    method: "GET",
    path: "/lead-stages",
    summary: "The stages of leads in their order, with how many leads each has",
    needs: reading,
    answers: { 200: z.object({ data: z.array(LeadStage) }) },
  },
  createLeadStage: {
    method: "POST",
    path: "/lead-stages",
    summary: "Add a stage at the end",
    needs: setting,
    writes: true,
    body: LeadStageForm,
    answers: { 201: LeadStage },
  },
  updateLeadStage: {
    method: "PUT",
    path: "/lead-stages/{id}",
    summary: "Change a stage",
    needs: setting,
    writes: true,
    params: oneId,
    body: LeadStageForm,
    answers: { 201: LeadStage },
  },
  deleteLeadStage: {
    method: "DELETE",
    path: "/lead-stages/{id}",
    summary: "Delete a stage; its leads go to `replace`",
    needs: setting,
    writes: true,
    params: oneId,
    query: z.object({ replace: id.optional().catch(undefined) }),
    answers: { 201: DoneAnswer },
  },
  rankLeadStages: {
    method: "POST",
    path: "/update-lead-stages",
    summary: "Put the stages into this order",
    needs: setting,
    writes: true,
    body: z.strictObject({ stages: z.array(id).min(1).max(50) }),
    answers: { 201: DoneAnswer },
  },
  categories: {
    method: "GET",
    path: "/categories",
    summary: "What a stage may mean",
    needs: reading,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.enum(leadCategories), name: z.string() })) }) },
  },
  currencies: {
    method: "GET",
    path: "/currencies",
    summary: "The currencies of values",
    needs: leadNeeds,
    answers: { 200: z.object({ data: z.array(z.enum(currencies)) }) },
  },
  scoreProperties: {
    method: "GET",
    path: "/score-properties",
    summary: "What score rules can look at, and how",
    needs: reading,
    answers: {
      200: z.object({
        data: z.array(
          z.object({ id: z.enum(scoreProperties), name: z.string(), operators: z.array(z.enum(scoreOperators)) }),
        ),
      }),
    },
  },
  leadScoreRules: {
    method: "GET",
    path: "/lead-score-rules",
    summary: "The rules of the score",
    needs: reading,
    answers: { 200: z.object({ data: z.array(LeadScoreRule) }) },
  },
  createLeadScoreRule: {
    method: "POST",
    path: "/lead-score-rules",
    summary: "Add a rule; every lead is scored again",
    needs: setting,
    writes: true,
    body: LeadScoreRuleForm,
    answers: { 201: LeadScoreRule },
  },
  updateLeadScoreRule: {
    method: "PUT",
    path: "/lead-score-rules/{id}",
    summary: "Change a rule; every lead is scored again",
    needs: setting,
    writes: true,
    params: oneId,
    body: LeadScoreRuleForm,
    answers: { 201: LeadScoreRule },
  },
  deleteLeadScoreRule: {
    method: "DELETE",
    path: "/lead-score-rules/{id}",
    summary: "Delete a rule; every lead is scored again",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
