import { z } from "zod";
import { pointKinds, pointLabels } from "../../rules/contact-points";
import { currencies, recordKinds, requirableFields, stageCategories } from "../../rules/crm";
import { maxQuery } from "../../rules/crm-field-filters";
import { parsePhone } from "../../rules/phone.foreign";
import { day, id } from "../kit/contract";

export const crmProducts = ["CRM", "Jibu 360"] as const;
/** What one needs to see and change the records of a kind. */
export const recordNeeds = {
  lead: { permissions: ["View crm leads"], products: crmProducts },
  contact: { permissions: ["View crm contacts"], products: crmProducts },
  deal: { permissions: ["View crm deals"], products: crmProducts },
} as const;
/** What a key of the account needs to read something that is common to all kinds. */
export const anyRecordScope = [
  "leads:read",
  "leads:write",
  "contacts:read",
  "contacts:write",
  "deals:read",
  "deals:write",
] as const;
/** Any of them: the call itself asks for the one of the record's kind. */
export const anyRecord = {
  permissions: ["View crm leads", "View crm contacts", "View crm deals"],
  products: crmProducts,
} as const;

export const Count = z.number().int();

/** A custom field among the fields of a record: custom.12. */
export const customKey = z.templateLiteral(["custom.", z.int().positive()]);
export type CustomKey = z.infer<typeof customKey>;

export const RecordStage = z.object({
  id: Count,
  name: z.string(),
  category: z.enum(stageCategories),
  rank: Count,
  /** Per cent. */
  probability: Count,
  /** Days without activity after which a record of this stage is marked. */
  rot_days: Count.nullable(),
  /** The pipeline it belongs to; contacts have none. */
  pipeline_id: Count.nullable(),
  pipeline: z.string(),
  /** What a record must say before it leaves the stage, unless it is lost. */
  required_fields: z.array(z.union([z.enum(requirableFields), customKey])),
  /** How many records are in it, counted no further than 10,001. */
  records: Count,
});
export type RecordStage = z.infer<typeof RecordStage>;

/** A text that may be left empty. */
export const textField = (most: number, words: string) => z.string().trim().max(most, words).default("");

/** A number as people type it, in E.164. */
export const phoneField = textField(40, "This is too long for a phone number.").transform((typed, context) => {
  if (typed === "") return "";
  const phone = parsePhone(typed);
  if (phone.ok) return phone.e164;
  context.addIssue({ code: "custom", message: `This number can't be used: ${phone.reason}.` });
  return z.NEVER;
});

export const emailField = textField(254, "An email address has at most 254 characters.").refine(
  (typed) => typed === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed),
  "Enter an email address such as name@example.com.",
);

/** Cents of the currency. */
const cents = z.int().min(0, "A value is 0 or more.").max(1e15, "This value is too large.").nullable().default(null);

const fieldId = z.string().regex(/^\d{1,15}$/);
const given = z.union([z.string().max(2000), z.number()]);

/**
 * What is said in custom fields, by the id of the field: a text as people write it (a choice by its label, an amount as
 * "12,500"), or the kept form (a number, cents, the id of a choice). null empties a field; one that is left out stays.
 */
export const GivenValues = z
  .record(fieldId, z.union([given, z.array(given).max(200), z.null()]))
  .refine((values) => Object.keys(values).length <= 200, "These are too many fields.")
  .default({});

/** What a record says in its custom fields, by the id of the field, as it is kept. */
export const CustomValues = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.number())]));
export type CustomValues = z.infer<typeof CustomValues>;

/** What a lead, a contact or a deal says (Q142). */
export const RecordForm = z.strictObject({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(200, "A name has at most 200 characters."),
  company: textField(200, "A company has at most 200 characters."),
  phone: phoneField,
  email: emailField,
  source: textField(100, "A source has at most 100 characters."),
  value_cents: cents,
  currency: z.enum(currencies, { error: "Choose a currency." }).default("KES"),
  expected_close: z.iso.date("Enter a date.").nullable().default(null),
  custom: GivenValues,
});

/**
 * The organisation of a contact or a deal; null: none. Left out: the one whose name its company says, a new one where
 * there is none; as long as the company is not changed, the one that it belongs to.
 */
export const inOrganisation = { organisation_id: id.nullable().optional() };

export const ContactPoint = z.object({
  id: Count,
  kind: z.enum(pointKinds),
  /** A number in E.164, an address as it was typed. */
  value: z.string(),
  label: z.enum(pointLabels),
  is_primary: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
});
export type ContactPoint = z.infer<typeof ContactPoint>;

/** A tag that a record has. */
export const RecordTag = z.object({ id: Count, name: z.string() });

export const CrmRecord = z.object({
  id: Count,
  kind: z.enum(recordKinds),
  name: z.string(),
  company: z.string(),
  /** What a contact or a deal belongs to. */
  organisation: z.object({ id: Count, name: z.string() }).nullable(),
  phone: z.string(),
  email: z.string(),
  source: z.string(),
  value_cents: Count.nullable(),
  currency: z.enum(currencies),
  expected_close: z.string().nullable(),
  stage_id: Count,
  stage: z.string(),
  category: z.enum(stageCategories),
  pipeline_id: Count.nullable(),
  stage_at: z.string(),
  active_at: z.string(),
  /** Nobody has done anything with it for longer than its stage allows. */
  rotting: z.boolean(),
  lost_reason: z.string(),
  /** The day on which a deal was won. */
  won_on: z.string().nullable(),
  /** Whose deal it is; the contact that a converted lead became. */
  contact: z.object({ id: Count, name: z.string() }).nullable(),
  converted_at: z.string().nullable(),
  sales_manager_id: z.string().nullable(),
  sales_manager: z.string(),
  score: Count,
  custom: CustomValues,
  version: Count,
  created_by: z.string(),
  created_at: z.string(),
  /** Further numbers and addresses, and the labels of the first ones (`is_primary`); of a list where it is asked for them. */
  contact_points: z.array(ContactPoint).optional(),
  /** By their names; of a list where it is asked for them. */
  tags: z.array(RecordTag).optional(),
});
export type CrmRecord = z.infer<typeof CrmRecord>;

export const RecordChange = z.object({
  id: Count,
  at: z.string(),
  by: z.string(),
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type RecordChange = z.infer<typeof RecordChange>;

export const RelatedRecord = z.object({
  id: Count,
  kind: z.enum(recordKinds),
  name: z.string(),
  stage: z.string(),
});
export type RelatedRecord = z.infer<typeof RelatedRecord>;

export const RecordDetail = CrmRecord.extend({
  /** The rules that it matches, with their points. */
  score_parts: z.array(z.object({ rule: z.string(), points: Count })),
  /** The last changes, newest first. */
  changes: z.array(RecordChange),
  /** Others of its kind that may be the same. */
  duplicates: z.array(RelatedRecord),
  /** The records that were merged into it, by the pair that they were. */
  merged: z.array(z.object({ pair: Count, name: z.string() })),
  /** The stages it has left, the last one first. */
  stage_times: z.array(z.object({ stage: z.string(), entered_at: z.string(), left_at: z.string() })),
  /** A contact's deals and the leads that became it; a deal's other deals of the same contact are not among them. */
  related: z.array(RelatedRecord),
  contact_points: z.array(ContactPoint),
  tags: z.array(RecordTag),
});
export type RecordDetail = z.infer<typeof RecordDetail>;

export const recordFilters = {
  q: z.string().trim().max(100).default("").catch(""),
  stage: id.optional().catch(undefined),
  pipeline: id.optional().catch(undefined),
  /** Those in closed stages, and converted leads, are left out unless they are asked for. */
  state: z.enum(["open", "closed", "all"]).default("open").catch("open"),
  /** "none": nobody's. */
  sales_manager: z.string().max(60).optional().catch(undefined),
  rotting: z.enum(["1"]).optional().catch(undefined),
  /** Where they come from, to the letter; "none": nowhere that is said. */
  source: z.string().max(100).optional().catch(undefined),
  /** The month of their expected close, such as 2026-12. */
  closes: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
  /** The days on which they were added, on the account's clock. */
  made_from: day,
  made_until: day,
  /** The days on which they were won or lost. */
  ended_from: day,
  ended_until: day,
  /** The contacts or deals of one organisation. */
  organisation: id.optional().catch(undefined),
  /** Custom fields by their ids, written as in an address: `12=Nairobi&14.from=2026-01-01`; "none": without a value. */
  custom: z.string().max(maxQuery).default("").catch(""),
  /** "1": each record says its further numbers and addresses too. */
  points: z.enum(["1"]).optional().catch(undefined),
  /** The records that have this tag. */
  tag: id.optional().catch(undefined),
  /** "1": each record says its tags too. */
  tags: z.enum(["1"]).optional().catch(undefined),
};

/** What a board shows: one pipeline, the first unless another is asked for. */
export const pipelineFilters = {
  q: recordFilters.q,
  sales_manager: recordFilters.sales_manager,
  pipeline: recordFilters.pipeline,
  tag: recordFilters.tag,
};

export const PipelineStage = RecordStage.extend({
  /** By currency; sums of different ones are never added. */
  values: z.array(z.object({ currency: z.string(), cents: Count })),
  /** The first ones, those that wait longest first. */
  cards: z.array(CrmRecord),
});
export type PipelineStage = z.infer<typeof PipelineStage>;

/** The pipeline in whose first stage a new record begins; null: the account's first one. */
export const inPipeline = { pipeline_id: id.nullable().default(null) };

export const version = z.int().min(1);

/** Putting a record into another stage. */
export const MoveForm = z.strictObject({
  stage_id: id,
  lost_reason: textField(300, "A reason has at most 300 characters."),
  version: version.optional(),
});
