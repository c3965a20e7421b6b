import type { RecordKind } from "./crm";
import { formatMoney } from "./crm-money";
import { amountInCents, dayIn } from "./typed-value";

export const fieldTypes = ["text", "number", "money", "date", "choice", "choices", "link"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fieldTypeNames: Record<FieldType, string> = {
  text: "Text",
  number: "Number",
  money: "Money",
  date: "Date",
  choice: "One choice",
  choices: "Several choices",
  link: "Link",
};

/** Fields of one kind that can be in use at the same time. */
export const maxFields = 50;
export const maxChoices = 100;
export const maxText = 200;
export const maxLink = 500;

export type FieldChoice = { id: number; label: string; archived: boolean };

/** A field that an account added to its leads, contacts or deals. */
export type FieldDefinition = {
  id: number;
  kind: RecordKind;
  name: string;
  type: FieldType;
  required: boolean;
  unique: boolean;
  help: string;
  /** Of every amount in a field for money. */
  currency: string;
  choices: FieldChoice[];
  archived: boolean;
};

/** As it is kept: texts, days and links as text, numbers, amounts in cents, choices by their ids. */
export type CustomValue = string | number | number[];
/** What a record says in its custom fields, by the id of the field. */
export type CustomValues = Record<string, CustomValue>;

/** What comes from a form, a file or a call: a text is read as a person writes it, a number is the kept form. */
export type GivenValue = string | number | readonly (string | number)[] | null;

/** The kept form; null for an empty one; or what to correct. */
export type FieldReading = { value: CustomValue | null } | { reason: string };

/** Types that can be unique. */
export function canBeUnique(type: FieldType): boolean {
  return type !== "choice" && type !== "choices";
}

/** Names that the product's own fields and the history have already. */
const ownNames = [
  ...["name", "full name", "first name", "last name", "company", "phone", "phone number", "email", "email address"],
  ...[
    "source",
    "value",
    "currency",
    "expected close",
    "stage",
    "sales manager",
    "score",
    "contact",
    "won on",
    "merged",
  ],
  ...["why it was lost", "converted", "import", "form", "merge", "merged into", "pipeline", "last activity", "added"],
];

export function isOwnName(name: string): boolean {
  return ownNames.includes(name.trim().toLowerCase());
}

/** Text in one line without control characters. */
function tidy(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/**
 * Reads a value of a field. The form, the call, the import and the change of several records all use it.
 * @param before what the record says now: a choice that can no longer be chosen stays where it is
 */
export function readFieldValue(field: FieldDefinition, given: GivenValue, before?: CustomValue): FieldReading {
  const one = Array.isArray(given) && field.type !== "choices" ? (given[0] ?? null) : given;
  if (one === null || one === "" || (Array.isArray(one) && one.every((item) => item === "")) || blank(one))
    return { value: null };
  return readers[field.type](field, one as Exclude<GivenValue, null>, before);
}

function blank(given: GivenValue): boolean {
  return typeof given === "string" && tidy(given) === "";
}

type Reader = (field: FieldDefinition, given: Exclude<GivenValue, null>, before?: CustomValue) => FieldReading;

const readers: Record<FieldType, Reader> = {
  text(_, given) {
    const value = tidy(String(given));
    return value.length > maxText ? { reason: `Enter at most ${maxText} characters.` } : { value };
  },
  number(_, given) {
    const text = String(given)
      .replace(/[,\s](?=\d{3}(\D|$))/g, "")
      .replace("−", "-")
      .trim();
    // Without -0.
    return /^[-+]?\d{1,12}(\.\d{1,6})?$/.test(text)
      ? { value: Number(text) + 0 }
      : { reason: "Enter a number such as 12.5." };
  },
  money({ currency }, given) {
    if (typeof given === "number")
      return Number.isSafeInteger(given) && given >= 0 && given <= 1e15
        ? { value: given }
        : { reason: "Enter an amount in cents." };
    const said = tidy(String(given));
    const other = /^([a-z]{3})\b/i.exec(said)?.[1]?.toUpperCase() ?? /\b([a-z]{3})$/i.exec(said)?.[1]?.toUpperCase();
    if (other !== undefined && other !== currency && !(other === "KSH" && currency === "KES"))
      return { reason: `Enter an amount in ${currency}.` };
    const value = amountInCents(said);
    return value === undefined ? { reason: "Enter an amount such as 12,500." } : { value };
  },
  date(_, given) {
    const value = dayIn(tidy(String(given)));
    return value === undefined ? { reason: "Enter a date such as 2026-11-25." } : { value };
  },
  choice(field, given, before) {
    const found = findChoice(field, typeof given === "number" ? given : tidy(String(given)), before);
    return found === undefined ? { reason: notAChoice(field, given) } : { value: found };
  },
  choices(field, given, before) {
    const items = typeof given === "string" ? splitChoices(field, given) : Array.isArray(given) ? given : [given];
    const chosen = new Set<number>();
    for (const item of items as (string | number)[]) {
      if (item === "") continue;
      const found = findChoice(field, typeof item === "number" ? item : tidy(item), before);
      if (found === undefined) return { reason: notAChoice(field, item) };
      chosen.add(found);
    }
    const value = field.choices.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
    return { value: value.length === 0 ? null : value };
  },
  link(_, given) {
    const said = tidy(String(given));
    const bad = { reason: "Enter a web address that begins with https:// or http://." };
    const written = /^[a-z][a-z\d+.-]*:/i.test(said) && !/^[\w.-]+\.\w+:\d/.test(said) ? said : `https://${said}`;
    if (/\s/.test(said) || !/^https?:\/\//i.test(written) || !URL.canParse(written)) return bad;
    const { protocol, hostname, href, username } = new URL(written);
    if (!/^https?:$/.test(protocol) || !hostname.includes(".") || username !== "") return bad;
    return href.length > maxLink ? { reason: `Enter at most ${maxLink} characters.` } : { value: href };
  },
};

/** The id of a choice by its id or its label; an archived one only where the record has it already. */
function findChoice({ choices }: FieldDefinition, said: string | number, before?: CustomValue): number | undefined {
  const held = Array.isArray(before) ? before : [before];
  return choices.find(
    ({ id, label, archived }) =>
      (typeof said === "number" ? id === said : label.toLowerCase() === said.toLowerCase()) &&
      (!archived || held.includes(id)),
  )?.id;
}

/** "Gold; Silver" or, where no label has a comma, "Gold, Silver". */
function splitChoices(field: FieldDefinition, said: string): string[] {
  if (findChoice(field, tidy(said)) !== undefined) return [said];
  const parts = said.split(/[;|\n]/);
  return (parts.length > 1 ? parts : said.split(",")).map(tidy).filter(Boolean);
}

function notAChoice({ choices }: FieldDefinition, given: GivenValue): string {
  const offered = choices.filter(({ archived }) => !archived).map(({ label }) => label);
  const shown = offered.length > 8 ? `${offered.slice(0, 8).join(", ")} …` : offered.join(", ");
  return `“${String(given).slice(0, 40)}” is not one of the choices: ${shown}.`;
}

/** A value for people: in lists, in the history, in files. */
export function fieldText(field: FieldDefinition, value: CustomValue | undefined): string {
  if (value === undefined || value === "") return "";
  if (field.type === "money") return formatMoney(Number(value), field.currency);
  if (field.type !== "choice" && field.type !== "choices") return String(value);
  const ids = Array.isArray(value) ? value : [value];
  return field.choices
    .filter(({ id }) => ids.includes(id))
    .map(({ label }) => label)
    .join("; ");
}

/** A value as its field in a form begins: the amount without its currency. Several choices are their labels. */
export function fieldInput(field: FieldDefinition, value: CustomValue | undefined): string[] {
  if (value === undefined) return [];
  if (field.type === "money") return [String(Number(value) / 100)];
  const text = fieldText(field, value);
  return field.type === "choices" ? text.split("; ") : [text];
}

type CustomGiven = Readonly<Record<string, GivenValue>>;

/**
 * What a record says after a change, and what is wrong with it by the id of the field. Fields that are not given stay.
 * @param options `required`: refuse where a required field is empty
 */
export function readCustomValues(
  fields: readonly FieldDefinition[],
  given: CustomGiven,
  before: CustomValues,
  { required }: { required: boolean },
): { values: CustomValues; errors: Record<string, string> } {
  const values = { ...before };
  const errors: Record<string, string> = {};
  for (const [id, value] of Object.entries(given)) {
    const field = fields.find((one) => String(one.id) === id);
    if (!field || field.archived) {
      errors[id] = "There is no such field.";
      continue;
    }
    const read = readFieldValue(field, value, before[id]);
    if ("reason" in read) errors[id] = read.reason;
    else if (read.value === null) delete values[id];
    else values[id] = read.value;
  }
  if (required) for (const { id, name } of missingRequired(fields, values)) errors[id] ??= `Enter a value for ${name}.`;
  return { values, errors };
}

/** The required fields in which nothing is said. */
export function missingRequired(fields: readonly FieldDefinition[], values: CustomValues): FieldDefinition[] {
  return fields.filter(({ id, required, archived }) => required && !archived && values[id] === undefined);
}

/** The history of a change. */
export function customChanges(fields: readonly FieldDefinition[], before: CustomValues, after: CustomValues) {
  return fields
    .map((field) => ({
      field: field.name,
      before: fieldText(field, before[field.id]),
      after: fieldText(field, after[field.id]),
    }))
    .filter((change) => change.before !== change.after);
}

/** The key under which values are found again: as the database has it. */
export function valueKey(value: string | number): string {
  return String(value).toLowerCase();
}

/** What values of one kind become in fields of the same name and type of another kind; what does not fit is left out. */
export function carriedValues(
  from: readonly FieldDefinition[],
  values: CustomValues,
  to: readonly FieldDefinition[],
): CustomValues {
  const carried: CustomValues = {};
  for (const field of to) {
    const same = from.find(
      ({ name, type, currency }) =>
        name.toLowerCase() === field.name.toLowerCase() &&
        type === field.type &&
        (type !== "money" || currency === field.currency),
    );
    const value = same && values[same.id];
    if (!same || value === undefined || field.archived) continue;
    const given = same.type === "choice" || same.type === "choices" ? fieldInput(same, value) : value;
    const read = readFieldValue(field, given);
    if ("value" in read && read.value !== null) carried[field.id] = read.value;
  }
  return carried;
}
