import { type RecordKind, recordFieldNames } from "./crm";
import {
  type CustomProperty,
  customId,
  type FieldOperator,
  fieldOperators,
  isBare,
  isDated,
  meetsCondition,
  meetsDay,
  sayCondition,
  sayDays,
  wholeDays,
} from "./crm-field-conditions";
import type { CustomValues, FieldDefinition } from "./crm-fields";

/** Days of a record: when it was added, when something was last done about it, when the customer last wrote. */
const dayProperties = ["created", "active", "wrote"] as const;
type DayProperty = (typeof dayProperties)[number];

export const scoreProperties = [
  ...(["name", "company", "phone", "email", "source", "value", "stage", "category"] as const),
  ...dayProperties,
] as const;
export type ScoreProperty = (typeof scoreProperties)[number];

export const scoreOperators = fieldOperators;
export type ScoreOperator = FieldOperator;

export const propertyNames: Record<ScoreProperty, string> = {
  ...recordFieldNames,
  stage: "Stage",
  category: "Category of the stage",
  created: "Date added",
  active: "Last activity",
  wrote: "Last message from the customer",
};

function isDayProperty(property: string): property is DayProperty {
  return dayProperties.some((one) => one === property);
}

/** Which questions make sense of a property. */
export function operatorsFor(property: ScoreProperty): readonly ScoreOperator[] {
  if (property === "value") return ["is set", "is at least"];
  if (property === "stage" || property === "category") return ["is"];
  if (property === "wrote") return ["is set", "is empty", "is in the last days", "is more than days ago"];
  if (isDayProperty(property)) return ["is in the last days", "is more than days ago"];
  return ["is set", "is", "contains"];
}

/** What a rule asks, and of which field where it is a custom one; without it the field is gone. */
type ScoreCondition = {
  property: ScoreProperty | CustomProperty;
  operator: ScoreOperator;
  value: string;
  /** Of a rule about the last days: its points become fewer with each of them, and none after the last. */
  fades: boolean;
  field?: FieldDefinition | undefined;
};
export type ScoreRule = ScoreCondition & { id: number; points: number };

/** What rules look at. `value` in cents; days in UTC, as 2026-11-28, empty where there is none. */
export type ScoredRecord = Record<Exclude<ScoreProperty, "value">, string> & {
  value: number | null;
  kind: RecordKind;
  custom: CustomValues;
};

/** Whether points can fade: of the last days alone it is known how many have passed. */
export function canFade(operator: string): boolean {
  return operator === "is in the last days";
}

/** Whether the score changes although the record does not: days pass, and customers write. */
export function needsRescoring({ property, operator }: Pick<ScoreCondition, "property" | "operator">): boolean {
  return isDated(operator) || property === "wrote";
}

/** The points of each rule that a lead matches; the score is their sum (Q144). */
export function scoreParts(
  rules: readonly ScoreRule[],
  lead: ScoredRecord,
  today: string,
): { rule: number; points: number }[] {
  return rules
    .filter((rule) => matches(rule, lead, today))
    .map((rule) => ({ rule: rule.id, points: pointsToday(rule, lead, today) }))
    .filter(({ points }) => points !== 0);
}

/** @param today the day in UTC that rules about the last or the next days look at */
export function sumScore(rules: readonly ScoreRule[], lead: ScoredRecord, today: string): number {
  return scoreParts(rules, lead, today).reduce((sum, { points }) => sum + points, 0);
}

/** All of the points, or what is left of them: 30 points of 30 days are 20 after 10. */
function pointsToday({ points, fades, property, value, field }: ScoreRule, lead: ScoredRecord, today: string): number {
  if (!fades) return points;
  const day = isOwnProperty(property) ? String(lead[property]) : String(field ? lead.custom[field.id] : "");
  const left = Math.round(points * (1 - wholeDays(day, today) / Number(value)));
  return left === 0 ? 0 : left;
}

function isOwnProperty(property: ScoreCondition["property"]): property is ScoreProperty {
  return customId(property) === undefined;
}

function matches({ property, operator, value, field }: ScoreRule, lead: ScoredRecord, today: string): boolean {
  // A custom field is of one kind; one that is archived gives no points.
  if (!isOwnProperty(property)) {
    if (!field || field.archived || field.kind !== lead.kind) return false;
    return meetsCondition(field, { operator, value }, lead.custom[field.id], today);
  }
  if (property === "value") {
    if (lead.value === null) return false;
    return operator === "is set" || lead.value >= Number(value.replaceAll(",", "")) * 100;
  }
  const said = lead[property].trim().toLowerCase();
  const wanted = value.trim().toLowerCase();
  if (operator === "is set") return said !== "";
  if (operator === "is empty") return said === "";
  if (wanted === "" || said === "") return false;
  if (isDayProperty(property)) return meetsDay(operator, said, wanted, today);
  return operator === "is" ? said === wanted : operator === "contains" && said.includes(wanted);
}

/** A rule in words: "Source is Referral", "Last activity is in the last 7 days, fading". */
export function sayRule(rule: ScoreCondition): string {
  return rule.fades ? `${sayComparison(rule)}, fading` : sayComparison(rule);
}

function sayComparison({ property, operator, value, field }: ScoreCondition): string {
  if (!isOwnProperty(property)) return field ? sayCondition(field, { operator, value }) : "A field that was deleted";
  const name = propertyNames[property];
  if (isBare(operator)) return `${name} ${operator}`;
  if (isDated(operator)) return `${name} ${sayDays(operator, value)}`;
  return `${name} ${operator} ${property === "value" ? `${value} or more` : value}`.replace("is at least", "is").trim();
}
