import { currencies } from "./crm";
import type { ValueType } from "./typed-value";

/** What a column of a file can be of a lead or a contact; the first ones are known to the reader of every file. */
export const importUses = [
  "name",
  "first_name",
  "last_name",
  "phone",
  "phone_2",
  "phone_3",
  "email",
  "email_2",
  "email_3",
  "company",
  "source",
  "value",
  "currency",
  "expected_close",
  "tags",
  "ignore",
] as const;
export type ImportUse = (typeof importUses)[number];

export const importUseNames: Record<ImportUse, string> = {
  name: "Full name",
  first_name: "First name",
  last_name: "Last name",
  phone: "Phone number",
  phone_2: "Phone 2",
  phone_3: "Phone 3",
  email: "Email address",
  email_2: "Email 2",
  email_3: "Email 3",
  company: "Company",
  source: "Source",
  value: "Value",
  currency: "Currency",
  expected_close: "Expected close",
  tags: "Tags",
  ignore: "Leave it out",
};

/** Columns with further numbers and addresses. */
export const furtherUses = ["email_2", "email_3", "phone_2", "phone_3"] as const satisfies readonly ImportUse[];
type FurtherUse = (typeof furtherUses)[number];

/** A custom field, by its id, as the use of a column. */
export type CustomUse = `custom.${number}`;
/** What a column can be: of the product's own fields, or a field that the account added. */
export type ColumnUse = ImportUse | CustomUse;

export function isCustomUse(use: string): use is CustomUse {
  return /^custom\.[1-9]\d{0,14}$/.test(use);
}

type TypedUse = "company" | "source" | "value" | "currency" | "expected_close" | "tags" | FurtherUse;
/** What the values of a record's own columns must be. */
export const importTypes: Record<TypedUse, ValueType> = {
  phone_2: { type: "phone" },
  phone_3: { type: "phone" },
  email_2: { type: "email" },
  email_3: { type: "email" },
  company: { type: "text", max: 200 },
  source: { type: "text", max: 100 },
  value: { type: "amount" },
  currency: { type: "choice", choices: currencies },
  expected_close: { type: "day" },
  tags: { type: "tags" },
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
  ["tags", /^(tags?|labels?|keywords?|lebo)$/],
  ["expected_close", /^(expected close|close date|closing date|expected date|expected close date|closes|due date)$/],
];

const ofPhone = "(phone|mobile|telephone|tel|cell|cellphone|simu)( number| no)?";
const ofEmail = "(e ?mail|mail)( address)?";
const furtherHeadings: [FurtherUse, RegExp][] = [
  ["phone_2", new RegExp(`^(${ofPhone} 2|(second|2nd|other|secondary|alternative|alternate|alt) ${ofPhone})$`)],
  ["phone_3", new RegExp(`^(${ofPhone} 3|(third|3rd) ${ofPhone})$`)],
  ["email_2", new RegExp(`^(${ofEmail} 2|(second|2nd|other|secondary|alternative|alternate|alt) ${ofEmail})$`)],
  ["email_3", new RegExp(`^(${ofEmail} 3|(third|3rd) ${ofEmail})$`)],
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
  const numbered = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(\p{L})(\p{N})$/u, "$1 $2")
    .trim();
  const further = furtherHeadings.find(([, pattern]) => pattern.test(numbered));
  if (further) return further[0];
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
  return headings.find(([, pattern]) => pattern.test(words))?.[0] ?? "ignore";
}

/** Hours within which an import can be undone. */
export const undoHours = 24;
