import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, choosing, ids, Refs, setting, TicketMember, text, userIds } from "./contract.fields";
import { WhatIf } from "./contract.hours";

const oneId = z.object({ id });
const name = (what: string) => text.min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters.");
const minutes = z.coerce
  .number("Give a number of minutes.")
  .int("Give whole minutes.")
  .min(1, "At least one minute.")
  .max(525_600, "At most a year.");
const optionalMinutes = z.preprocess(
  (given) => (given === "" || given === undefined ? null : given),
  minutes.nullable(),
);

export const Targets = {
  first_minutes: optionalMinutes.default(null),
  next_minutes: optionalMinutes.default(null),
  resolution_minutes: optionalMinutes.default(null),
};
export const PolicyInput = z
  .strictObject({
    id: id.optional(),
    name: name("policy"),
    description: text.max(500).default(""),
    enabled: z.boolean().default(true),
    /** Empty lists match anything; a policy applies when every list that is not empty matches. */
    priority_ids: ids.refine((given) => given.every((one) => one <= 5), "Choose priorities from the list."),
    type_ids: ids,
    group_ids: ids,
    disposition_ids: ids,
    customer_ids: z.array(text.max(64)).max(500).default([]),
    ...Targets,
    /** A calendar's id; null: the account's own hours; 0: around the clock. */
    operational_hours_id: z.coerce.number().int().min(0).nullable().default(null),
    /** Business minutes before due at which the members are warned; empty: no warning. */
    warn_minutes: optionalMinutes.default(null),
    on_reopen: z.enum(["continue", "restart"]).default("continue"),
    rank: z.coerce.number().int().min(1).max(10_000).optional(),
  })
  .refine((form) => form.first_minutes !== null || form.next_minutes !== null || form.resolution_minutes !== null, {
    message: "Give at least one target.",
    path: ["resolution_minutes"],
  })
  .refine((form) => (form.first_minutes ?? 0) <= (form.resolution_minutes ?? Number.POSITIVE_INFINITY), {
    message: "The first response must not take longer than the resolution.",
    path: ["first_minutes"],
  });
export type PolicyForm = z.input<typeof PolicyInput>;

export const Policy = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  rank: Count,
  priority_ids: z.array(z.number().int()),
  type_ids: z.array(z.number().int()),
  group_ids: z.array(z.number().int()),
  disposition_ids: z.array(z.number().int()),
  customer_ids: z.array(z.string()),
  first_minutes: z.number().int().nullable(),
  next_minutes: z.number().int().nullable(),
  resolution_minutes: z.number().int().nullable(),
  operational_hours_id: z.number().int().nullable(),
  operational_hours: z.string(),
  warn_minutes: z.number().int().nullable(),
  on_reopen: z.enum(["continue", "restart"]),
  open_tickets: Count,
});
export type Policy = z.infer<typeof Policy>;

export const GridCell = z.object({
  id: z.number().int(),
  urgency_id: z.number().int(),
  urgency: z.string(),
  impact_id: z.number().int(),
  impact: z.string(),
  priority_id: z.number().int(),
  priority: z.string(),
});

export const DispositionSetup = z.object({
  disposition_id: z.number().int(),
  /** The disposition that a sub-disposition is under. */
  parent_id: z.number().int().nullable(),
  disposition: z.string(),
  policy_id: z.number().int().nullable(),
  policy: z.string().nullable(),
  priority_id: z.number().int().nullable(),
  contacts: z.array(z.object({ name: z.string(), email: z.string() })),
  /** Who is given a new ticket with it, when nobody else is named. */
  members: z.array(TicketMember),
});
export type DispositionSetup = z.infer<typeof DispositionSetup>;

/** Policies, the priority grid, and what a disposition brings with it. */
export const slaCalls = {
  urgencyLevels: {
    method: "GET",
    path: "/urgency-levels",
    summary: "Urgency levels, lowest first",
    needs: choosing,
    answers: { 200: Refs },
  },
  impactLevels: {
    method: "GET",
    path: "/impact-levels",
    summary: "Impact levels, smallest first",
    needs: choosing,
    answers: { 200: Refs },
  },
  policies: {
    method: "GET",
    path: "/policies/",
    summary: "The policies in the order they are tried",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(Policy) }) },
  },
  savePolicy: {
    method: "POST",
    path: "/policies/",
    summary: "Add a policy, or change one (with id); open tickets are counted anew in the background",
    needs: setting,
    writes: true,
    body: PolicyInput,
    answers: { 201: Policy },
  },
  deletePolicy: {
    method: "GET",
    path: "/policies/{id}/delete",
    summary: "Delete a policy; one that open tickets use asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: z.object({ replace: z.coerce.number().int().positive().optional().catch(undefined) }),
    answers: { 201: DoneAnswer },
  },
  policyWhatIf: {
    method: "POST",
    path: "/policies/what-if",
    summary: "How many open tickets this policy would change, and which would breach",
    needs: setting,
    body: PolicyInput,
    answers: { 200: WhatIf },
  },
  priorityGrids: {
    method: "GET",
    path: "/priority-grids",
    summary: "The grid: a priority for each urgency and impact",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(GridCell) }) },
  },
  savePriorityGrids: {
    method: "POST",
    path: "/priority-grids",
    summary: "Set cells of the grid",
    needs: setting,
    writes: true,
    body: z.strictObject({
      cells: z
        .array(
          z.strictObject({
            urgency_id: z.coerce.number().int().min(1).max(3),
            impact_id: z.coerce.number().int().min(1).max(3),
            priority_id: z.coerce.number().int().min(1).max(5),
          }),
        )
        .min(1)
        .max(9),
    }),
    answers: { 201: z.object({ data: z.array(GridCell) }) },
  },
  dispositionSlas: {
    method: "POST",
    path: "/disposition-slas",
    summary: "The policy of tickets with a disposition (null: by the rules)",
    needs: setting,
    writes: true,
    body: z.strictObject({ disposition_id: id, policy_id: id.nullable() }),
    answers: { 201: DispositionSetup },
  },
  dispositionPriorities: {
    method: "POST",
    path: "/disposition-priorities",
    summary: "The priority that a ticket with a disposition begins with (null: none)",
    needs: setting,
    writes: true,
    body: z.strictObject({ disposition_id: id, priority_id: z.coerce.number().int().min(1).max(5).nullable() }),
    answers: { 201: DispositionSetup },
  },
  dispositionContacts: {
    method: "POST",
    path: "/disposition-contacts",
    summary: "Email on new tickets when a ticket with a disposition is opened",
    needs: setting,
    writes: true,
    body: z.strictObject({
      disposition_id: id,
      contacts: z
        .array(
          z.strictObject({
            name: text.max(100).default(""),
            email: z.email("This is not an email address.").max(254),
          }),
        )
        .max(20),
    }),
    answers: { 201: DispositionSetup },
  },
  dispositionMembers: {
    method: "POST",
    path: "/disposition-members",
    summary: "Who is given a new ticket with a disposition, unless the ticket names others",
    needs: setting,
    writes: true,
    body: z.strictObject({ disposition_id: id, member_ids: userIds }),
    answers: { 201: DispositionSetup },
  },
  listDispositionContacts: {
    method: "GET",
    path: "/disposition-contacts",
    summary: "Policy, priority, contacts and members of every disposition",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(DispositionSetup) }) },
  },
} as const satisfies Record<string, Call>;
