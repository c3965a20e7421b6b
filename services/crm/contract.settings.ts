import { z } from "zod";
import { currencies, requirableFields, stageCategories } from "../../rules/crm";
import { daysWanted, isBare, isDated, readDays } from "../../rules/crm-field-conditions";
import { maxFields } from "../../rules/crm-fields";
import { canFade, operatorsFor, scoreOperators, scoreProperties } from "../../rules/crm-score";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { anyRecord, anyRecordScope, crmProducts, customKey, RecordStage } from "./contract.records";

const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm contacts", "View crm deals", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });
/** The kinds whose stages have no documented call of their own (Q146). */
const ofKind = z.object({ kind: z.enum(["contact", "deal"]) });

export const RecordStageForm = z.strictObject({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(60, "A name has at most 60 characters."),
  category: z.enum(stageCategories, { error: "Choose a category." }).default("working"),
  probability: z.int().min(0, "From 0 to 100.").max(100, "From 0 to 100.").default(0),
  rot_days: z.int().min(1, "At least 1 day.").max(365, "At most 365 days.").nullable().default(null),
  /** The product's own fields, and custom fields of the kind. */
  required_fields: z
    .array(z.union([z.enum(requirableFields), customKey], { error: "Choose fields that there are." }))
    .max(requirableFields.length + maxFields)
    .default([]),
});
/** A new stage is added to a pipeline: the account's first one unless another is named. */
const NewStage = RecordStageForm.extend({ pipeline_id: id.nullable().default(null) });

export const LeadScoreRule = z.object({
  id: z.number().int(),
  property: z.union([z.enum(scoreProperties), customKey]),
  operator: z.enum(scoreOperators),
  value: z.string(),
  points: z.number().int(),
  /** Its points become fewer with each of the last days, and none after the last. */
  fades: z.boolean(),
  /** The rule in words. */
  words: z.string(),
});
export type LeadScoreRule = z.infer<typeof LeadScoreRule>;

const ruleFields = {
  /** A custom field is asked for as custom.12: its operators are in `score-properties`. */
  property: z.union([z.enum(scoreProperties), customKey], { error: "Choose what to look at." }),
  operator: z.enum(scoreOperators, { error: "Choose how to compare." }),
  value: z.string().trim().max(200, "At most 200 characters.").default(""),
};

const points = z
  .int("Enter a whole number.")
  .min(-1000, "From -1,000 to 1,000.")
  .max(1000, "From -1,000 to 1,000.")
  .refine((given) => given !== 0, "0 points change nothing.");

type ComparedRule = Pick<LeadScoreRule, "property" | "operator" | "value" | "fades">;

function checkComparison({ property, operator, value, fades }: ComparedRule, context: z.RefinementCtx): void {
  const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (fades && !canFade(operator)) issue("fades", "Only points for the last days can fade.");
  const own = scoreProperties.find((one) => one === property);
  // What can be asked of a custom field depends on its type: the service reads it.
  if (own === undefined) return;
  if (!operatorsFor(own).includes(operator)) issue("operator", "This can't be asked of that.");
  else if (!isBare(operator) && value === "") issue("value", "Enter what to compare with.");
  else if (isDated(operator) && readDays(value) === undefined) issue("value", daysWanted);
  else if (operator === "is at least" && !/^\d{1,12}(,\d{3})*(\.\d{1,2})?$/.test(value))
    issue("value", "Enter an amount.");
}

export const LeadScoreRuleForm = z
  .strictObject({ ...ruleFields, points, fades: z.boolean().default(false) })
  .superRefine(checkComparison);

/** A rule that is not saved yet; `rule`: the one that it would replace. */
const RulePreview = z
  .object({
    ...{ ...ruleFields, points: z.coerce.number().pipe(points), rule: id.optional() },
    fades: z.union([z.boolean(), z.stringbool()]).default(false),
  })
  .superRefine(checkComparison);

/** Stages, their categories, and what makes a lead's score. */
export const settingsCalls = {
  leadStages: {
    method: "GET",
    path: "/lead-stages",
    summary: "The stages of leads in their order, with how many leads each has",
    needs: reading,
    scope: anyRecordScope,
    answers: { 200: z.object({ data: z.array(RecordStage) }) },
  },
  createLeadStage: {
    method: "POST",
    path: "/lead-stages",
    summary: "Add a stage at the end of a pipeline",
    needs: setting,
    writes: true,
    body: NewStage,
    answers: { 201: RecordStage },
  },
  updateLeadStage: {
    method: "PUT",
    path: "/lead-stages/{id}",
    summary: "Change a stage",
    needs: setting,
    writes: true,
    params: oneId,
    body: RecordStageForm,
    answers: { 201: RecordStage },
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
  recordStages: {
    method: "GET",
    path: "/stages/{kind}",
    summary: "The stages of contacts or deals in their order, with how many records each has",
    needs: reading,
    scope: anyRecordScope,
    params: ofKind,
    answers: { 200: z.object({ data: z.array(RecordStage) }) },
  },
  createStage: {
    method: "POST",
    path: "/stages/{kind}",
    summary: "Add a stage of contacts or deals at the end",
    needs: setting,
    writes: true,
    params: ofKind,
    body: NewStage,
    answers: { 201: RecordStage },
  },
  updateStage: {
    method: "PUT",
    path: "/stages/{kind}/{id}",
    summary: "Change a stage of contacts or deals",
    needs: setting,
    writes: true,
    params: ofKind.extend({ id }),
    body: RecordStageForm,
    answers: { 201: RecordStage },
  },
  deleteStage: {
    method: "DELETE",
    path: "/stages/{kind}/{id}",
    summary: "Delete a stage of contacts or deals; its records go to `replace`",
    needs: setting,
    writes: true,
    params: ofKind.extend({ id }),
    query: z.object({ replace: id.optional().catch(undefined) }),
    answers: { 201: DoneAnswer },
  },
  rankStages: {
    method: "POST",
    path: "/stages/{kind}/rank",
    summary: "Put the stages of contacts or deals into this order",
    needs: setting,
    writes: true,
    params: ofKind,
    body: z.strictObject({ stages: z.array(id).min(1).max(50) }),
    answers: { 201: DoneAnswer },
  },
  setDealPipeline: {
    method: "PUT",
    path: "/deal-pipeline/{account}",
    summary:
      "Save all stages of deals in one: those without an id are added, those left out are deleted if no deal is in them",
    needs: setting,
    writes: true,
    params: z.object({ account: z.string().max(40) }),
    body: z.strictObject({
      stages: z
        .array(RecordStageForm.extend({ id: id.nullable().default(null) }))
        .min(1, "A pipeline has at least one stage.")
        .max(50, "A pipeline has at most 50 stages."),
    }),
    answers: { 201: z.object({ data: z.array(RecordStage) }) },
  },
  categories: {
    method: "GET",
    path: "/categories",
    summary: "What a stage may mean",
    needs: reading,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.enum(stageCategories), name: z.string() })) }) },
  },
  currencies: {
    method: "GET",
    path: "/currencies",
    summary: "The currencies of values",
    needs: anyRecord,
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
          z.object({
            id: z.union([z.enum(scoreProperties), customKey]),
            name: z.string(),
            operators: z.array(z.enum(scoreOperators)),
          }),
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
  previewLeadScoreRule: {
    method: "GET",
    path: "/lead-score-rules/preview",
    summary: "How many leads, contacts and deals would get another score with this rule; nothing is changed",
    needs: setting,
    query: RulePreview,
    answers: { 200: z.object({ records: z.number().int(), moved: z.number().int(), whole: z.boolean() }) },
  },
  createLeadScoreRule: {
    method: "POST",
    path: "/lead-score-rules",
    summary: "Add a rule; every record is scored again, in the background where there are many",
    needs: setting,
    writes: true,
    body: LeadScoreRuleForm,
    answers: { 201: LeadScoreRule },
  },
  updateLeadScoreRule: {
    method: "PUT",
    path: "/lead-score-rules/{id}",
    summary: "Change a rule; every record is scored again, in the background where there are many",
    needs: setting,
    writes: true,
    params: oneId,
    body: LeadScoreRuleForm,
    answers: { 201: LeadScoreRule },
  },
  deleteLeadScoreRule: {
    method: "DELETE",
    path: "/lead-score-rules/{id}",
    summary: "Delete a rule; every record is scored again, in the background where there are many",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
