import { currencies } from "./crm";
import type { ValueType } from "./typed-value";

/** What a column of a file can be of a lead or a contact; the first ones are known to the reader of every file. */
export const importUses = [
  "name",
  "first_name",
  "last_name",
  "phone",
  "email",
  "company",
  "source",
  "value",
  "currency",
  "expected_close",
  "ignore",
] as const;
export type ImportUse = (typeof importUses)[number];

export const importUseNames: Record<ImportUse, string> = {
  name: "Full name",
  first_name: "First name",
  last_name: "Last name",
  phone: "Phone number",
  email: "Email address",
  company: "Company",
  source: "Source",
  value: "Value",
  currency: "Currency",
  expected_close: "Expected close",
  ignore: "Leave it out",
};

/** A custom field, by its id, as the use of a column. */
export type CustomUse = `custom.${number}`;
/** What a column can be: of the product's own fields, or a field that the account added. */
export type ColumnUse = ImportUse | CustomUse;

export function isCustomUse(use: string): use is CustomUse {
  return /^custom\.[1-9]\d{0,14}$/.test(use);
}

/** What the values of a record's own columns must be. */
export const importTypes: Record<"company" | "source" | "value" | "currency" | "expected_close", ValueType> = {
  company: { type: "text", max: 200 },
  source: { type: "text", max: 100 },
  value: { type: "amount" },
  currency: { type: "choice", choices: currencies },
  expected_close: { type: "day" },
};

/** What is done with a row whose number or address a record has already: one choice for the whole file. */
export const duplicateChoices = ["update", "skip", "create"] as const;
export type DuplicateChoice = (typeof duplicateChoices)[number];

export const duplicateWords: Record<DuplicateChoice, { label: string; help: string }> = {
  update: { label: "Update them", help: "What the file leaves empty stays as it is." },
  skip: { label: "Leave them as they are", help: "The rows are listed as there already." },
  create: { label: "Add them again", help: "For a list in which several people share a number." },
};

const headings: [ImportUse, RegExp][] = [
  ["company", /^(company|companies|organi[sz]ation|business|employer|firm|account name|kampuni|shirika)( name)?$/],
  ["source", /^(source|lead source|channel|campaign|how (did )?they (heard|hear)( of us)?|came from|chanzo)$/],
  ["value", /^(value|deal value|amount|worth|budget|price|potential|est(imated)? value|thamani|kiasi)( kes| ksh)?$/],
  ["currency", /^(currency|ccy|sarafu)$/],
  ["expected_close", /^(expected close|close date|closing date|expected date|expected close date|closes|due date)$/],
];

/**
 * What a column seems to be of a record. A heading that is the name of a custom field is that field.
 * @param guess what the reader of files makes of it
 */
export function guessUse(
  title: string,
  guess: string,
  fields: readonly { id: number; name: string }[] = [],
): ColumnUse {
  const named = fields.find(({ name }) => name.toLowerCase() === title.trim().toLowerCase());
  if (named) return `custom.${named.id}`;
  const known = importUses.find((use) => use === guess);
  if (known !== undefined) return known;
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
  return headings.find(([, pattern]) => pattern.test(words))?.[0] ?? "ignore";
}

/** Hours within which an import can be undone. */
export const undoHours = 24;
