import { z } from "zod";
import { fieldName } from "../../../rules/merge";
import { isCellError } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Row } from "./delimited";

/** `message`: each row's own text of an express send; only that gives a column this role. */
export type ColumnRole = "phone" | "name" | "first_name" | "last_name" | "email" | "field" | "message" | "ignore";

const Column = z.object({
  /** The heading as written, or "Column 3". */
  title: z.string(),
  role: z.enum(["phone", "name", "first_name", "last_name", "email", "field", "message", "ignore"]),
  /** The merge field this column fills: unique in the file, lower case. */
  field: z.string(),
});
export type Column = z.infer<typeof Column>;

/** How a file is read: what to skip at its top, and what each column is, by position. */
export const Mapping = z.object({
  /** Rows up to this line are no contacts; 0 when the file has no heading. */
  headerLine: z.number(),
  /** Columns that have a place in the heading; absent without one. Cells beyond them may have been moved there. */
  width: z.number().optional(),
  columns: z.array(Column),
});
export type Mapping = z.infer<typeof Mapping>;

/** Titles our own file of refused rows adds; sent in again they are no fields. */
export const refusedTitles = ["Refused line", "Why refused"] as const;

const words: Record<Exclude<ColumnRole, "field" | "message" | "ignore">, Set<string>> = {
  phone: set(
    "phone|phones|phone number|phone numbers|phone no|phone num|telephone|telephone number|telephone no|tel|tel no|tel number|" +
      "mobile|mobiles|mobile number|mobile numbers|mobile no|mobile phone|mobile phone number|msisdn|msisdns|cell|cell no|cell number|" +
      "cellphone|cell phone|cellphone number|contact number|contact no|contact phone|customer phone|client phone|customer number phone|" +
      "whatsapp|whatsapp number|whatsapp no|phonenumber|mobilenumber|mobileno|phoneno|telno|phone 1|phone1|primary phone|recipient|recipients|" +
      "simu|nambari|namba|nambari ya simu|namba ya simu|simu ya mkononi|nambari ya mkononi|rununu|contact|contacts|number|numbers|no|numero",
  ),
  name: set(
    "name|names|full name|full names|fullname|fullnames|customer|customer name|client|client name|contact name|member name|student name|" +
      "parent name|employee name|staff name|recipient name|display name|jina|majina|jina kamili|majina kamili|jina la mteja|mteja",
  ),
  first_name: set("first name|firstname|first|fname|given name|given names|forename|jina la kwanza|jina la mwanzo"),
  last_name: set(
    "last name|lastname|last|lname|surname|family name|second name|jina la mwisho|jina la ukoo|jina la familia|ukoo",
  ),
  email: set(
    "email|e mail|emails|email address|e mail address|email id|mail|barua pepe|baruapepe|anwani ya barua pepe",
  ),
};

function set(list: string): Set<string> {
  return new Set(list.split("|"));
}

function wordOf(title: string): string {
  return title
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function roleOf(title: string): ColumnRole | undefined {
  const word = wordOf(title);
  for (const role of ["phone", "name", "first_name", "last_name", "email"] as const)
    if (words[role].has(word)) return role;
  return undefined;
}

const emailPattern = /^[^\s@,;<>"]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;

/** The email address in a cell, or undefined. */
export function cellEmail(cell: string): string | undefined {
  const text = cell.trim().replace(/^mailto:/i, "");
  return emailPattern.test(text) ? text : undefined;
}

/** What the first rows say about the file: where its heading is, and what each column seems to be. */
export function guessMapping(rows: Row[]): Mapping {
  const headingAt = findHeading(rows);
  const heading = headingAt < 0 ? undefined : rows[headingAt];
  const body = rows.slice(headingAt + 1);
  let width = heading?.cells.length ?? 0;
  for (const { cells } of body) width = Math.max(width, cells.length);
  const seen = Array.from({ length: width }, (_, index) => look(body, index, heading?.cells[index]?.trim() ?? ""));
  const headed = heading?.cells.length;
  // A few rows with more cells than headings are slips; where most rows have them, the heading is what is short.
  const strays = seen.map(({ filled }, index) => headed !== undefined && index >= headed && filled * 2 < body.length);
  const columns = nameFields(seen, assign(seen, strays));
  return { headerLine: heading?.line ?? 0, ...(headed === undefined ? {} : { width: headed }), columns };
}

/** The row of headings: the first with a word for "phone" above the first number, or a first row that is all words. */
function findHeading(rows: Row[]): number {
  const firstData = rows.findIndex(({ cells }) => cells.some((cell) => parsePhone(cell).ok));
  const above = rows.slice(0, firstData < 0 ? 20 : firstData);
  const named = above.findIndex(({ cells }) => cells.some((cell) => roleOf(cell) === "phone"));
  if (named >= 0) return named;
  const first = above[0];
  if (!first) return -1;
  const words = first.cells.filter((cell) => cell.trim() !== "");
  const headings = words.every(
    (cell) => /\p{L}/u.test(cell) && !/\d{5}/.test(cell) && !cellEmail(cell) && !isCellError(cell),
  );
  return headings && words.length > 0 ? 0 : -1;
}

type ColumnSample = {
  title: string;
  role: ColumnRole | undefined;
  filled: number;
  phones: number;
  emails: number;
  words: number;
};

function look(body: Row[], index: number, title: string): ColumnSample {
  const seen: ColumnSample = { title, role: roleOf(title), filled: 0, phones: 0, emails: 0, words: 0 };
  for (const { cells } of body) {
    const cell = cells[index]?.trim() ?? "";
    if (cell === "") continue;
    seen.filled++;
    if (parsePhone(cell).ok) seen.phones++;
    else if (cellEmail(cell)) seen.emails++;
    else if (/^\p{L}[\p{L}\p{M}'’.\s-]{0,80}$/u.test(cell)) seen.words++;
  }
  return seen;
}

function assign(seen: ColumnSample[], strays: boolean[]): ColumnRole[] {
  const roles: ColumnRole[] = seen.map(({ title, filled }, index) => {
    if (strays[index]) return "ignore";
    if ((refusedTitles as readonly string[]).includes(title)) return "ignore";
    return title === "" && filled === 0 ? "ignore" : "field";
  });
  const free = (index: number) => roles[index] === "field";
  take("phone", (column) => share(column.phones, column) + (column.role === "phone" ? 0.6 : 0), 0.5);
  take("email", (column) => share(column.emails, column) + (column.role === "email" ? 1 : 0), 0.5);
  for (const role of ["first_name", "last_name", "name"] as const)
    take(role, (column) => (column.role === role ? 1 : 0), 0.5);
  if (!roles.some((role) => role === "name" || role === "first_name" || role === "last_name"))
    take("name", (column) => (column.title === "" ? share(column.words, column) : 0), 0.6);
  return roles;

  function take(role: ColumnRole, score: (column: ColumnSample) => number, least: number): void {
    let best = -1;
    let most = least - 1e-9;
    for (const [index, column] of seen.entries()) {
      const points = free(index) ? score(column) : 0;
      if (points <= most + 1e-9 && !(best < 0 && points >= least)) continue;
      best = index;
      most = points;
    }
    if (best >= 0) roles[best] = role;
  }
}

function share(part: number, column: ColumnSample): number {
  return column.filled === 0 ? 0 : part / column.filled;
}

/** Each column its own field: headings that say the same, or say "phone" a second time, get a number. */
function nameFields(seen: ColumnSample[], roles: ColumnRole[]): Column[] {
  const taken = new Set(["phone", "name", "email"]);
  return seen.map(({ title }, index) => {
    const role = roles[index] ?? "ignore";
    if (role !== "field" && role !== "ignore") taken.add(role);
    const shown = title === "" ? `Column ${index + 1}` : title.slice(0, 200);
    if (role === "ignore") return { title: shown, role, field: "" };
    return { title: shown, role, field: role === "field" ? unique(fieldName(title) || `column_${index + 1}`) : role };
  });

  function unique(wished: string): string {
    let field = wished;
    for (let n = 2; taken.has(field) || (roles as string[]).includes(field); n++) field = `${wished.slice(0, 60)}_${n}`;
    taken.add(field);
    return field;
  }
}
