import type { PointKind } from "./contact-points";
import type { FieldDefinition } from "./crm-fields";
import { readTags } from "./crm-tags";
import { readPoint } from "./read-point";

/** What a cell of a file must be to become a value. */
export type ValueType =
  | { type: "text"; max: number }
  | { type: "amount" }
  | { type: "day" }
  | { type: "phone" }
  | { type: "email" }
  | { type: "tags" }
  | { type: "choice"; choices: readonly string[] };

/** A cell of a field that an account added; `readCell` reads it. */
export type CellType = ValueType | { type: "field"; field: FieldDefinition };

/** A value in the one form in which it is kept (an amount in cents, a day as 2026-11-24), or what it is not. */
export type TypedValue = { value: string } | { reason: string };

/** Reads a cell that is not blank. */
export function readValue(type: ValueType, cell: string): TypedValue {
  const said = cell.trim();
  if (type.type === "tags") {
    const read = readTags(said);
    return "names" in read ? { value: read.names.join(",") } : read;
  }
  const found = {
    text: () => said.slice(0, (type as { max: number }).max),
    amount: () => amountInCents(said)?.toString(),
    day: () => dayIn(said),
    phone: () => pointIn("phone", said),
    email: () => pointIn("email", said),
    choice: () => (type as { choices: readonly string[] }).choices.find((one) => one === said.toUpperCase()),
  }[type.type]();
  if (found !== undefined) return { value: found };
  const shown = said.length > 40 ? `${said.slice(0, 40)}…` : said;
  const wanted = {
    ...{ text: "a text", amount: "an amount", day: "a day", choice: "one of the choices" },
    ...{ phone: "a phone number", email: "an email address" },
  }[type.type];
  return { reason: `“${shown}” is not ${wanted}` };
}

function pointIn(kind: PointKind, text: string): string | undefined {
  const read = readPoint(text);
  return "value" in read && read.kind === kind ? read.value : undefined;
}

const maxAmount = 1e13;

/** "KES 12,500.50", "12 500/=" and "12500" in cents; undefined for what is no amount. */
export function amountInCents(text: string): number | undefined {
  const bare = text
    .replace(/^(?:[a-z]{3}|ksh|sh|[$€£])\.?\s*/i, "")
    .replace(/\s*(?:\/[=-]|[a-z]{3})$/i, "")
    .replace(/(?<=\d)[ \u00a0'](?=\d{3}(?!\d))/g, "");
  const [, whole, part = ""] = /^(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?0*$/.exec(bare) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(whole.replaceAll(",", ""));
  return amount > maxAmount ? undefined : amount * 100 + Number(part.padEnd(2, "0"));
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** "2026-11-24", "24/11/2026" (the day first), "24 Nov 2026" as an ISO day; undefined for what is no day. */
export function dayIn(text: string): string | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(text);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (numbers) return realDay(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]));
  const words = /^(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ ,-]+(\d{4})$/i.exec(text);
  if (words) return realDay(Number(words[3]), months.indexOf(words[2]?.toLowerCase() ?? "") + 1, Number(words[1]));
  return undefined;
}

function realDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1) return undefined;
  return at.toISOString().slice(0, 10);
}
