import { z } from "zod";
import { maxFields } from "../../rules/crm-fields";
import { leadFormFields } from "../../rules/lead-form";
import { patternText, sitePattern } from "../../rules/site-origins";
import { type Call, id } from "../kit/contract";
import { Count, customKey, recordNeeds } from "./contract.records";

const needs = recordNeeds.lead;
const text = (most: number, words: string) => z.string().trim().max(most, words).default("");

const Site = z
  .string()
  .trim()
  .max(255)
  .transform((typed, context) => {
    const pattern = sitePattern(typed);
    if (pattern) return patternText(pattern);
    context.addIssue({ code: "custom", message: `“${typed}” is not a site, such as shop.example.` });
    return z.NEVER;
  });

export const AskedField = z.strictObject({
  /** One of the product's own fields, or a custom field of leads. */
  field: z.union([z.enum(leadFormFields), customKey], { error: "Choose fields that there are." }),
  label: z.string().trim().min(1, "Enter a label.").max(100, "A label has at most 100 characters."),
  required: z.boolean(),
});

export const LeadFormBody = z
  .strictObject({
    name: z
      .string({ error: "Enter a name." })
      .trim()
      .min(1, "Enter a name.")
      .max(100, "A name has at most 100 characters."),
    title: z
      .string({ error: "Enter a title." })
      .trim()
      .min(1, "Enter a title.")
      .max(150, "A title has at most 150 characters."),
    intro: text(1000, "At most 1,000 characters."),
    button: z
      .string()
      .trim()
      .min(1, "Enter the words of the button.")
      .max(40, "At most 40 characters.")
      .default("Send"),
    thanks: text(500, "At most 500 characters."),
    /** In the order in which they are asked. */
    fields: z
      .array(AskedField)
      .min(1, "Choose at least one field.")
      .max(leadFormFields.length + maxFields),
    consent: text(500, "At most 500 characters."),
    double_opt_in: z.boolean().default(false),
    /** Whose the leads are, one after the other. Nobody: they are nobody's. */
    manager_ids: z.array(z.string().max(60)).max(50, "At most 50 people.").default([]),
    /** Sites that may show the form in a frame. */
    sites: z.array(Site).max(20, "At most 20 sites.").default([]),
    active: z.boolean().default(true),
  })
  .superRefine(({ fields, double_opt_in }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const asked = new Set(fields.map(({ field }) => field));
    if (asked.size < fields.length) issue("fields", "Each field is asked once.");
    if (!asked.has("phone") && !asked.has("email"))
      issue("fields", "Ask for a phone number or an email address: without one you cannot answer.");
    if (double_opt_in && !fields.some(({ field, required }) => field === "email" && required))
      issue("double_opt_in", "To confirm by email, the email address must be required.");
  });

export const LeadForm = z.object({
  id: Count,
  key: z.string(),
  name: z.string(),
  title: z.string(),
  intro: z.string(),
  button: z.string(),
  thanks: z.string(),
  fields: z.array(AskedField),
  consent: z.string(),
  double_opt_in: z.boolean(),
  manager_ids: z.array(z.string()),
  sites: z.array(z.string()),
  active: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
  /** Leads that arrived, and entries that wait for the link in the mail. */
  arrived: Count,
  pending: Count,
  last_at: z.string().nullable(),
});
export type LeadForm = z.infer<typeof LeadForm>;

export const LeadFormDetail = LeadForm.extend({
  /** From where they came: the campaign's source, the site that led here, or neither. */
  origins: z.array(z.object({ source: z.string(), campaign: z.string(), referrer: z.string(), entries: Count })),
});
export type LeadFormDetail = z.infer<typeof LeadFormDetail>;

/** Forms on public pages that make leads. */
export const formCalls = {
  leadForms: {
    method: "GET",
    path: "/lead-forms",
    summary: "The lead forms of the account with how many leads each brought",
    needs,
    answers: { 200: z.object({ data: z.array(LeadForm) }) },
  },
  leadForm: {
    method: "GET",
    path: "/lead-forms/{id}",
    summary: "One lead form, and from where its leads came",
    needs,
    params: z.object({ id }),
    answers: { 200: LeadFormDetail },
  },
  createLeadForm: {
    method: "POST",
    path: "/lead-forms",
    summary: "Add a lead form; its page has an address that nobody can guess",
    needs,
    writes: true,
    body: LeadFormBody,
    answers: { 201: LeadFormDetail },
  },
  updateLeadForm: {
    method: "PUT",
    path: "/lead-forms/{id}",
    summary: "Change a lead form, or close it",
    needs,
    writes: true,
    params: z.object({ id }),
    body: LeadFormBody,
    answers: { 201: LeadFormDetail },
  },
} as const satisfies Record<string, Call>;
