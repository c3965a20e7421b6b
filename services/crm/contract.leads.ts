import { z } from "zod";
import { currencies, leadCategories } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { parsePhone } from "../../rules/phone.foreign";
import { type Call, id, pageOf, paging, sortField } from "../kit/contract";

const products = ["CRM", "Jibu 360"] as const;
export const leadNeeds = { permissions: ["View crm leads"], products } as const;
const Count = z.number().int();

export const LeadStage = z.object({
  id: Count,
  name: z.string(),
  category: z.enum(leadCategories),
  rank: Count,
  /** Per cent. */
  probability: Count,
  /** Days without activity after which a lead of this stage is marked. */
  rot_days: Count.nullable(),
  leads: Count,
});
export type LeadStage = z.infer<typeof LeadStage>;

const text = (most: number, words: string) => z.string().trim().max(most, words).default("");

const phone = text(40, "This is too long for a phone number.").transform((typed, context) => {
  if (typed === "") return "";
  const phone = parsePhone(typed);
  if (phone.ok) return phone.e164;
  context.addIssue({ code: "custom", message: `This number can't be used: ${phone.reason}.` });
  return z.NEVER;
});

/** Cents of the currency. */
const cents = z.int().min(0, "A value is 0 or more.").max(1e15, "This value is too large.").nullable().default(null);

/** What a lead says (Q142). */
export const LeadForm = z.strictObject({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(200, "A name has at most 200 characters."),
  company: text(200, "A company has at most 200 characters."),
  phone,
  email: text(254, "An email address has at most 254 characters.").refine(
    (typed) => typed === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed),
    "Enter an email address such as name@example.com.",
  ),
  source: text(100, "A source has at most 100 characters."),
  value_cents: cents,
  currency: z.enum(currencies, { error: "Choose a currency." }).default("KES"),
  expected_close: z.iso.date("Enter a date.").nullable().default(null),
});

export const Lead = z.object({
  id: Count,
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  source: z.string(),
  value_cents: Count.nullable(),
  currency: z.enum(currencies),
  expected_close: z.string().nullable(),
  stage_id: Count,
  stage: z.string(),
  category: z.enum(leadCategories),
  stage_at: z.string(),
  active_at: z.string(),
  /** Nobody has done anything with it for longer than its stage allows. */
  rotting: z.boolean(),
  lost_reason: z.string(),
  sales_manager_id: z.string().nullable(),
  sales_manager: z.string(),
  score: Count,
  version: Count,
  created_by: z.string(),
  created_at: z.string(),
});
export type Lead = z.infer<typeof Lead>;

export const LeadChange = z.object({
  id: Count,
  at: z.string(),
  by: z.string(),
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type LeadChange = z.infer<typeof LeadChange>;

export const LeadDetail = Lead.extend({
  /** The rules that it matches, with their points. */
  score_parts: z.array(z.object({ rule: z.string(), points: Count })),
  /** The last changes, newest first. */
  changes: z.array(LeadChange),
  /** Other leads with its number or address. */
  duplicates: z.array(z.object({ id: Count, name: z.string(), stage: z.string() })),
});
export type LeadDetail = z.infer<typeof LeadDetail>;

export const ContactNote = z.object({
  id: Count,
  text: z.string(),
  by: z.string(),
  /** Written by who asks: they may change it. */
  own: z.boolean(),
  created_at: z.string(),
  changed_at: z.string().nullable(),
});
export type ContactNote = z.infer<typeof ContactNote>;

const noteText = z
  .string({ error: "Write the note." })
  .trim()
  .min(1, "Write the note.")
  .max(5000, "A note has at most 5,000 characters.");

export const leadFilters = {
  q: z.string().trim().max(100).default("").catch(""),
  stage: id.optional().catch(undefined),
  /** Leads of closed stages are left out unless they are asked for. */
  state: z.enum(["open", "closed", "all"]).default("open").catch("open"),
  /** "none": nobody's. */
  sales_manager: z.string().max(60).optional().catch(undefined),
  rotting: z.enum(["1"]).optional().catch(undefined),
};

const oneId = z.object({ id });
const version = z.int().min(1);

export const PipelineStage = LeadStage.extend({
  /** By currency; sums of different ones are never added. */
  values: z.array(z.object({ currency: z.string(), cents: Count })),
  /** The first ones, those that wait longest first. */
  cards: z.array(Lead),
});
export type PipelineStage = z.infer<typeof PipelineStage>;

export const leadCalls = {
  leads: {
    method: "GET",
    path: "/leads",
    summary: "Leads, a page at a time; open ones unless others are asked for",
    needs: leadNeeds,
    query: z.object({ ...paging, ...leadFilters, sort: sortField(listOrders.leads) }),
    answers: { 200: pageOf(Lead) },
  },
  lead: {
    method: "GET",
    path: "/leads/{id}",
    summary: "One lead with its score, its changes and what may be the same lead",
    needs: leadNeeds,
    params: oneId,
    answers: { 200: LeadDetail },
  },
  createLead: {
    method: "POST",
    path: "/leads",
    summary: "Add a lead in the first stage; it belongs to whoever adds it",
    needs: leadNeeds,
    writes: true,
    body: LeadForm,
    answers: { 201: LeadDetail },
  },
  updateContactDetails: {
    method: "PUT",
    path: "/contact-details/{id}",
    summary: "Change what a lead says; one that was changed since `version` is refused with 409",
    needs: leadNeeds,
    writes: true,
    params: oneId,
    body: LeadForm.extend({ type: z.literal("lead").default("lead"), version }),
    answers: { 201: LeadDetail },
  },
  moveLead: {
    method: "PUT",
    path: "/current-lead-stages/{lead_id}",
    summary: "Put a lead into another stage; a lost one needs a reason",
    needs: leadNeeds,
    writes: true,
    params: z.object({ lead_id: id }),
    body: z.strictObject({
      stage_id: id,
      lost_reason: text(300, "A reason has at most 300 characters."),
      version: version.optional(),
    }),
    answers: { 201: LeadDetail },
  },
  setSalesManager: {
    method: "PUT",
    path: "/sales-manager/{id}",
    summary: "Give a lead to a person of the account, or to nobody",
    needs: leadNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({
      type: z.literal("lead", { error: "Only leads have sales managers so far." }).default("lead"),
      sales_manager_id: z.string().max(60).nullable(),
    }),
    answers: { 201: LeadDetail },
  },
  leadPipeline: {
    method: "GET",
    path: "/lead-pipeline",
    summary: "The stages with their leads, how many there are and what they are worth",
    needs: leadNeeds,
    query: z.object({ q: leadFilters.q, sales_manager: leadFilters.sales_manager }),
    answers: { 200: z.object({ stages: z.array(PipelineStage) }) },
  },
  salesManagers: {
    method: "GET",
    path: "/sales-managers",
    summary: "The people of the account who can be given leads",
    needs: leadNeeds,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }) },
  },
  contactNotes: {
    method: "GET",
    path: "/contact-notes/{id}",
    summary: "The notes of a lead, newest first",
    needs: leadNeeds,
    params: oneId,
    query: z.object(paging),
    answers: { 200: pageOf(ContactNote) },
  },
  addContactNote: {
    method: "POST",
    path: "/contact-notes",
    summary: "Write a note about a lead",
    needs: leadNeeds,
    writes: true,
    body: z.strictObject({ lead_id: id, text: noteText }),
    answers: { 201: ContactNote },
  },
  updateContactNote: {
    method: "PUT",
    path: "/contact-notes/{id}",
    summary: "Change a note of one's own",
    needs: leadNeeds,
    writes: true,
    params: oneId,
    body: z.strictObject({ text: noteText }),
    answers: { 201: ContactNote },
  },
} as const satisfies Record<string, Call>;
