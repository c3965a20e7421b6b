import { type FieldDefinition, readFieldValue, valueKey } from "./crm-fields";

/** What is asked of a field: that it is a value, or is not below or above one. */
export const filterParts = ["is", "from", "to"] as const;
type FilterPart = (typeof filterParts)[number];

export type CustomFilter = { field: number; part: FilterPart; value: string };

const most = 20;

/**
 * The filters in the query of a call, written as in an address: `12=Nairobi&14.from=2026-01-01`.
 * "none" stands for records that say nothing in the field.
 */
export function readCustomFilters(said: string): CustomFilter[] {
  return [...new URLSearchParams(said)].slice(0, most).flatMap(([name, value]) => {
    const [, field, part = "is"] = /^(\d{1,15})(?:\.(from|to))?$/.exec(name) ?? [];
    return field && value.trim() !== ""
      ? [{ field: Number(field), part: part as FilterPart, value: value.trim() }]
      : [];
  });
}

/** The name of a filter in the address of a list: f12, f14-from. */
export function filterName(field: number, part: FilterPart = "is"): string {
  return part === "is" ? `f${field}` : `f${field}-${part}`;
}

/** The filters in the address of a list, in the words of the call. */
export function customQuery(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const [, field, part] = /^f(\d{1,15})(?:-(from|to))?$/.exec(name) ?? [];
    if (field && typeof value === "string" && value !== "") query.set(part ? `${field}.${part}` : field, value);
  }
  return String(query).slice(0, maxQuery);
}

/** Characters of all filters together. */
export const maxQuery = 4000;

/** The key that records with this value have; undefined for what is no value of the field. Choices are told by their id. */
export function filterKey(field: FieldDefinition, said: string): string | undefined {
  if (field.type === "choice" || field.type === "choices")
    return field.choices.some(({ id }) => String(id) === said) ? said : undefined;
  const read = readFieldValue(field, said);
  return "value" in read && read.value !== null && !Array.isArray(read.value) ? valueKey(read.value) : undefined;
}

/** A bound as values are ordered: numbers, cents, days since 1970. */
export function filterNumber(field: FieldDefinition, said: string): number | undefined {
  const read = readFieldValue(field, said);
  if (!("value" in read) || read.value === null) return undefined;
  if (field.type === "date") return Date.parse(`${read.value}T00:00:00Z`) / 86_400_000;
  return typeof read.value === "number" && field.type !== "choice" ? read.value : undefined;
}
