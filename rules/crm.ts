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

/** What a record can be made to say before it leaves a stage. */
export const requirableFields = ["company", "phone", "email", "source", "value", "expected_close"] as const;
export type RequirableField = (typeof requirableFields)[number];

export const requirableNames: Record<RequirableField, string> = {
  company: "Company",
  phone: "Phone",
  email: "Email",
  source: "Source",
  value: "Value",
  expected_close: "Expected close",
};

type Requirable = Record<Exclude<RequirableField, "value" | "expected_close">, string> & {
  value_cents: number | null;
  expected_close: string | null;
};

/** Which of the fields a record does not say yet. */
export function missingFields(required: readonly RequirableField[], record: Requirable): RequirableField[] {
  return required.filter((field) => {
    if (field === "value") return record.value_cents === null;
    return (record[field] ?? "") === "";
  });
}

export const currencies = ["KES", "UGX", "TZS", "RWF", "USD", "EUR", "GBP"] as const;
export type Currency = (typeof currencies)[number];

export const scoreProperties = ["name", "company", "phone", "email", "source", "value", "stage", "category"] as const;
export type ScoreProperty = (typeof scoreProperties)[number];

export const scoreOperators = ["is set", "is", "contains", "is at least"] as const;
export type ScoreOperator = (typeof scoreOperators)[number];

export const propertyNames: Record<ScoreProperty, string> = {
  name: "Name",
  company: "Company",
  phone: "Phone",
  email: "Email",
  source: "Source",
  value: "Value",
  stage: "Stage",
  category: "Category of the stage",
};

/** Which questions make sense of a property. */
export function operatorsFor(property: ScoreProperty): readonly ScoreOperator[] {
  if (property === "value") return ["is set", "is at least"];
  if (property === "stage" || property === "category") return ["is"];
  return ["is set", "is", "contains"];
}

export type ScoreRule = { id: number; property: ScoreProperty; operator: ScoreOperator; value: string; points: number };

/** What rules look at. `value` in cents. */
export type ScoredRecord = Record<Exclude<ScoreProperty, "value">, string> & { value: number | null };

/** The points of each rule that a lead matches; the score is their sum (Q144). */
export function scoreParts(rules: readonly ScoreRule[], lead: ScoredRecord): { rule: number; points: number }[] {
  return rules.filter((rule) => matches(rule, lead)).map(({ id, points }) => ({ rule: id, points }));
}

export function sumScore(rules: readonly ScoreRule[], lead: ScoredRecord): number {
  return scoreParts(rules, lead).reduce((sum, { points }) => sum + points, 0);
}

function matches({ property, operator, value }: ScoreRule, lead: ScoredRecord): boolean {
  if (property === "value") {
    if (lead.value === null) return false;
    return operator === "is set" || lead.value >= Number(value.replaceAll(",", "")) * 100;
  }
  const said = lead[property].trim().toLowerCase();
  const wanted = value.trim().toLowerCase();
  if (operator === "is set") return said !== "";
  if (wanted === "" || said === "") return false;
  return operator === "is" ? said === wanted : operator === "contains" && said.includes(wanted);
}

/** A rule in words: "Source is Referral". */
export function sayRule({ property, operator, value }: Pick<ScoreRule, "property" | "operator" | "value">): string {
  const name = propertyNames[property];
  if (operator === "is set") return `${name} is set`;
  return `${name} ${operator} ${property === "value" ? `${value} or more` : value}`.replace("is at least", "is").trim();
}

/** A lead that nobody has touched for longer than its stage allows; closed ones are left alone. */
export function isRotting(
  { category, rot_days }: { category: StageCategory; rot_days: number | null },
  activeAt: Date,
  now: Date,
): boolean {
  if (rot_days === null || category === "won" || category === "lost") return false;
  return now.getTime() - activeAt.getTime() > rot_days * 86_400_000;
}
