import { z } from "zod";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import { Count, Instant, setting, text } from "./contract.fields";

const oneId = z.object({ id });

/** What a rule listens to. Merging and un-merging wake no rule; neither do deleting and bringing back. */
export const automationEvents = [
  "created",
  "customer replied",
  "staff replied",
  "internal comment",
  "status changed",
  "stage changed",
  "priority changed",
  "assigned",
  "updated",
  "reopened",
  "sla warning",
  "sla breached",
] as const;

export const conditionFields = [
  "status",
  "stage",
  "priority",
  "type",
  "disposition",
  "group",
  "member",
  "channel",
  "customer",
  "subject",
  "description",
  "comment",
  "sla",
  "source",
] as const;
export const operators = [
  "is",
  "is not",
  "contains",
  "does not contain",
  "is empty",
  "is not empty",
  "at least",
  "at most",
] as const;

export const Condition = z.strictObject({
  field: z.enum(conditionFields),
  operator: z.enum(operators),
  /** Ids as text; priorities by id; what is compared is compared without capitals. */
  value: text.max(500).default(""),
});
export type Condition = z.output<typeof Condition>;

const SetField = z.strictObject({
  kind: z.literal("set"),
  field: z.enum(["status", "stage", "priority", "type", "disposition", "policy"]),
  value: text.min(1, "Choose a value.").max(100),
});
const Assign = z.strictObject({
  kind: z.literal("assign"),
  to: z.enum(["member", "group", "least busy of group"]),
  id: text.min(1, "Choose who gets it.").max(64),
});
const Notify = z.strictObject({
  kind: z.literal("notify"),
  to: z.enum(["members", "supervisors", "person"]),
  id: text.max(64).default(""),
  words: text.max(500).default(""),
});
const Email = z.strictObject({
  kind: z.literal("email"),
  to: z.enum(["customer", "address"]),
  address: z.union([z.literal(""), z.email("This is not an email address.").max(254)]).default(""),
  subject: text.min(1, "Give the mail a subject.").max(200),
  words: text.min(1, "Write the mail.").max(5000),
});
const Webhook = z.strictObject({
  kind: z.literal("webhook"),
  url: z.url({ protocol: /^https?$/, error: "Give an http(s) address." }).max(1000),
});
const Note = z.strictObject({ kind: z.literal("note"), words: text.min(1, "Write the note.").max(2000) });

export const Action = z.discriminatedUnion("kind", [SetField, Assign, Notify, Email, Webhook, Note]);
export type Action = z.output<typeof Action>;

/** Event, conditions (all, or any, must hold), actions in their order. */
export const AutomationForm = z.strictObject({
  id: id.optional(),
  name: text.min(1, "Give the rule a name.").max(100),
  event: z.enum(automationEvents),
  match: z.enum(["all", "any"]).default("all"),
  conditions: z.array(Condition).max(20).default([]),
  actions: z.array(Action).min(1, "Add at least one action.").max(10),
  enabled: z.boolean().default(true),
});
export type AutomationForm = z.input<typeof AutomationForm>;

export const Automation = z.object({
  id: z.number().int(),
  name: z.string(),
  event: z.enum(automationEvents),
  match: z.enum(["all", "any"]),
  conditions: z.array(Condition),
  actions: z.array(Action),
  enabled: z.boolean(),
  rank: Count,
  runs: Count,
  last_run_at: Instant.nullable(),
});
export type Automation = z.infer<typeof Automation>;

export const AutomationRun = z.object({
  id: z.number().int(),
  automation_id: z.number().int(),
  ticket_id: z.number().int(),
  subject: z.string(),
  event: z.string(),
  outcome: z.string(),
  at: Instant,
});

export const automationCalls = {
  automations: {
    method: "GET",
    path: "/automations",
    summary: "The rules in their order",
    needs: setting,
    answers: { 200: z.object({ data: z.array(Automation) }) },
  },
  saveAutomation: {
    method: "POST",
    path: "/automations",
    summary: "Add a rule, or change one (with id)",
    needs: setting,
    writes: true,
    body: AutomationForm,
    answers: { 201: Automation },
  },
  rankAutomations: {
    method: "POST",
    path: "/automations/rank",
    summary: "The rules in their new order",
    needs: setting,
    writes: true,
    body: z.strictObject({ ids: z.array(id).min(1).max(200) }),
    answers: { 201: z.object({ data: z.array(Automation) }) },
  },
  deleteAutomation: {
    method: "GET",
    path: "/automations/{id}/delete",
    summary: "Delete a rule",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  tryAutomation: {
    method: "POST",
    path: "/automations/dry-run",
    summary: "What a rule would do to the last 200 tickets; nothing is changed",
    needs: setting,
    body: AutomationForm,
    answers: {
      200: z.object({
        examined: Count,
        matched: Count,
        tickets: z.array(
          z.object({ id: z.number().int(), subject: z.string(), would: z.array(z.string()), nothing: z.boolean() }),
        ),
      }),
    },
  },
  automationRuns: {
    method: "GET",
    path: "/automations/runs",
    summary: "Recent automation runs",
    needs: setting,
    query: z.object({ ...paging, automation: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: { 200: pageSchema(AutomationRun) },
  },
} as const satisfies Record<string, Call>;
