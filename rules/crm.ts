import { type CustomProperty, customId, fieldInUse } from "./crm-field-conditions";
import type { CustomValues, FieldDefinition } from "./crm-fields";
import { commas } from "./format";

/** What the CRM keeps a record of. */
export const recordKinds = ["lead", "contact", "deal"] as const;
export type RecordKind = (typeof recordKinds)[number];

/** One and several of a kind, in words. */
export const kindWords: Record<RecordKind, readonly [string, string]> = {
  lead: ["lead", "leads"],
  contact: ["contact", "contacts"],
  deal: ["deal", "deals"],
};

/** What a stage has, counted no further than a list counts: "1 lead", "2,304 deals", "10,000+ contacts". */
export function sayRecords(kind: RecordKind, records: number): string {
  const [one, many] = kindWords[kind];
  return records > 10_000 ? `10,000+ ${many}` : `${commas(records)} ${records === 1 ? one : many}`;
}

/** What a stage means (R132, Q145, Q146). A record in a won or lost stage is closed. */
export const stageCategories = ["new", "working", "won", "lost"] as const;
export type StageCategory = (typeof stageCategories)[number];

export const categoryNames: Record<StageCategory, string> = {
  new: "New",
  working: "Working",
  won: "Won",
  lost: "Lost",
};

export type UsualStage = { name: string; category: StageCategory; probability: number; rot_days: number | null };

/** The stages an account begins with, in their order; `probability` in per cent, `rot_days` without activity. */
export const usualStages: Record<RecordKind, readonly UsualStage[]> = {
  lead: [
    { name: "New", category: "new", probability: 10, rot_days: 3 },
    { name: "Contacted", category: "working", probability: 25, rot_days: 7 },
    { name: "Qualified", category: "working", probability: 50, rot_days: 14 },
    { name: "Won", category: "won", probability: 100, rot_days: null },
    { name: "Lost", category: "lost", probability: 0, rot_days: null },
  ],
  contact: [
    { name: "New", category: "new", probability: 0, rot_days: null },
    { name: "Active", category: "working", probability: 0, rot_days: 90 },
    { name: "Customer", category: "won", probability: 0, rot_days: null },
    { name: "Former", category: "lost", probability: 0, rot_days: null },
  ],
  deal: [
    { name: "Proposal", category: "new", probability: 25, rot_days: 7 },
    { name: "Negotiation", category: "working", probability: 50, rot_days: 14 },
    { name: "Contract sent", category: "working", probability: 75, rot_days: 7 },
    { name: "Won", category: "won", probability: 100, rot_days: null },
    { name: "Lost", category: "lost", probability: 0, rot_days: null },
  ],
};

/** The kinds that go through pipelines. */
export const pipelineKinds = ["lead", "deal"] as const;
export type PipelineKind = (typeof pipelineKinds)[number];

/** The pipeline an account begins with. */
export const usualPipeline = "Sales";

/** What the fields of a lead, a contact or a deal are called. */
export const recordFieldNames = {
  name: "Name",
  company: "Company",
  phone: "Phone",
  email: "Email",
  source: "Source",
  value: "Value",
  expected_close: "Expected close",
  sales_manager: "Sales manager",
} as const;

/** What a record can be made to say before it leaves a stage. */
export const requirableFields = ["company", "phone", "email", "source", "value", "expected_close"] as const;
export type RequirableField = (typeof requirableFields)[number];

type Requirable = Record<Exclude<RequirableField, "value" | "expected_close">, string> & {
  value_cents: number | null;
  expected_close: string | null;
};

/** One of the product's own fields, or a custom field of the kind. */
export type StageRequirement = RequirableField | CustomProperty;

const isOwn = (name: string): name is RequirableField => requirableFields.some((own) => own === name);

/** What a stage asks for, in words. A custom field that is archived or gone is not asked for. */
export function requirementNames(required: readonly string[], fields: readonly FieldDefinition[]): string[] {
  return required.flatMap((name) => {
    if (isOwn(name)) return [recordFieldNames[name].toLowerCase()];
    const field = fieldInUse(fields, name);
    return field ? [field.name] : [];
  });
}

/** Which of the fields a record does not say yet. */
export function missingFields<Name extends string>(
  required: readonly Name[],
  record: Requirable & { custom: CustomValues },
): Name[] {
  return required.filter((name: string) => {
    if (name === "value") return record.value_cents === null;
    const id = customId(name);
    if (id !== undefined) return record.custom[id] === undefined;
    return isOwn(name) && (record[name as Exclude<RequirableField, "value">] ?? "") === "";
  });
}

export const currencies = ["KES", "UGX", "TZS", "RWF", "USD", "EUR", "GBP"] as const;
export type Currency = (typeof currencies)[number];

/** A lead that nobody has touched for longer than its stage allows; closed ones are left alone. */
export function isRotting(
  { category, rot_days }: { category: StageCategory; rot_days: number | null },
  activeAt: Date,
  now: Date,
): boolean {
  if (rot_days === null || category === "won" || category === "lost") return false;
  return now.getTime() - activeAt.getTime() > rot_days * 86_400_000;
}
