import {
  type CustomValue,
  type FieldDefinition,
  type FieldType,
  fieldInput,
  fieldText,
  readFieldValue,
} from "./crm-fields";

/** A custom field, by its id, where a rule, a stage or a form names one of the product's own fields or this. */
export type CustomProperty = `custom.${number}`;

/** The id of the field that is named so; undefined for the product's own fields. */
export function customId(name: string): number | undefined {
  const [, id] = /^custom\.([1-9]\d{0,14})$/.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The field that is named so, if it is in use. */
export function fieldInUse<Field extends FieldDefinition>(fields: readonly Field[], name: string): Field | undefined {
  return fields.find(({ id, archived }) => id === customId(name) && !archived);
}

/** What can be asked of a field, beside whether it is filled in. */
export const fieldOperators = [
  "is set",
  "is empty",
  "is",
  "contains",
  "is at least",
  "is at most",
  "is before",
  "is after",
  "is in the last days",
  "is in the next days",
  "is more than days ago",
] as const;
export type FieldOperator = (typeof fieldOperators)[number];

const asked: Record<FieldType, readonly FieldOperator[]> = {
  text: ["is", "contains"],
  number: ["is", "is at least", "is at most"],
  money: ["is", "is at least", "is at most"],
  date: ["is before", "is after", "is in the last days", "is in the next days", "is more than days ago"],
  choice: ["is"],
  choices: ["contains"],
  link: ["contains"],
};

export function operatorsForField({ type }: Pick<FieldDefinition, "type">): FieldOperator[] {
  return ["is set", "is empty", ...asked[type]];
}

/** Whether it compares nothing. */
export function isBare(operator: string): boolean {
  return operator === "is set" || operator === "is empty";
}

/** The most days that a rule counts. */
export const maxDays = 3650;

/** What compares with a number of days from today: what it means changes from day to day. */
const dated = ["is in the last days", "is in the next days", "is more than days ago"];

export function isDated(operator: string): boolean {
  return dated.includes(operator);
}

/** A number of days as it is kept; undefined for what is none. */
export function readDays(value: string): string | undefined {
  const said = value.trim();
  return /^\d{1,4}$/.test(said) && Number(said) >= 1 && Number(said) <= maxDays ? String(Number(said)) : undefined;
}

export const daysWanted = "Enter a number of days from 1 to 3,650.";

export type FieldCondition = { operator: string; value: string };

/** What to compare with as it is kept, from what a person typed: cents, days, and choices by their ids. */
export function readComparison(field: FieldDefinition, { operator, value }: FieldCondition) {
  const said = value.trim();
  if (isBare(operator)) return { value: "" };
  if (said === "") return { reason: "Enter what to compare with." };
  if (isDated(operator)) {
    const days = readDays(said);
    return days === undefined ? { reason: daysWanted } : { value: days };
  }
  if (field.type === "link") return { value: said };
  // One choice is compared at a time; one that can't be chosen any more can still be looked for.
  const one = field.type === "choices" ? ({ ...field, type: "choice" } as const) : field;
  const read = readFieldValue(
    one,
    said,
    field.choices.map(({ id }) => id),
  );
  if ("reason" in read) return read;
  return read.value === null ? { reason: "Enter what to compare with." } : { value: String(read.value) };
}

/** What a rule compares with, as a person types it. */
export function comparisonInput(field: FieldDefinition, { operator, value }: FieldCondition): string {
  if (isBare(operator) || isDated(operator)) return value;
  if (field.type === "money") return fieldInput(field, Number(value))[0] ?? "";
  return isChoice(field) ? fieldText(field, Number(value)) : value;
}

function isChoice({ type }: FieldDefinition): boolean {
  return type === "choice" || type === "choices";
}

/** @param today the day that the last and the next days are counted from, as 2026-11-28 */
export function meetsCondition(
  field: FieldDefinition,
  { operator, value }: FieldCondition,
  said: CustomValue | undefined,
  today: string,
): boolean {
  if (operator === "is set") return said !== undefined;
  if (operator === "is empty") return said === undefined;
  if (said === undefined || value === "") return false;
  if (isChoice(field)) return (Array.isArray(said) ? said : [said]).some((one) => String(one) === value);
  if (field.type === "number" || field.type === "money") return comparesNumber(operator, Number(said), Number(value));
  if (field.type === "date") return meetsDay(operator, String(said), value, today);
  const [held, wanted] = [String(said).trim().toLowerCase(), value.trim().toLowerCase()];
  return operator === "is" ? held === wanted : operator === "contains" && held.includes(wanted);
}

function comparesNumber(operator: string, said: number, wanted: number): boolean {
  if (operator === "is at least") return said >= wanted;
  return operator === "is at most" ? said <= wanted : operator === "is" && said === wanted;
}

/** Days from one, as 2026-11-28, to another; below 0 where the first is later. */
export function wholeDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/** @param wanted a day, or a number of days where the operator counts them from today */
export function meetsDay(operator: string, said: string, wanted: string, today: string): boolean {
  if (operator === "is before") return said < wanted;
  if (operator === "is after") return said > wanted;
  const ago = wholeDays(said, today);
  if (operator === "is more than days ago") return ago > Number(wanted);
  if (operator === "is in the last days") return ago >= 0 && ago <= Number(wanted);
  return operator === "is in the next days" && ago <= 0 && -ago <= Number(wanted);
}

/** @example "is in the last 7 days", "is more than 30 days ago" */
export function sayDays(operator: string, value: string): string {
  return operator.replace("days", `${value} ${value === "1" ? "day" : "days"}`);
}

/** A condition in words: "Budget is KES 50,000.00 or more". */
export function sayCondition(field: FieldDefinition, { operator, value }: FieldCondition): string {
  const words = `${field.name} ${comparisonWords(field, { operator, value })}`;
  return field.archived ? `${words} (the field is archived: no points)` : words;
}

function comparisonWords(field: FieldDefinition, { operator, value }: FieldCondition): string {
  if (isBare(operator)) return operator;
  if (isDated(operator)) return sayDays(operator, value);
  const numeric = field.type === "money" || isChoice(field);
  const said = fieldText(field, numeric ? Number(value) : value) || "a choice that was deleted";
  if (operator === "is at least") return `is ${said} or more`;
  return operator === "is at most" ? `is ${said} or less` : `${operator} ${said}`;
}
