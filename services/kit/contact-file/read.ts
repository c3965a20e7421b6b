import { readCell } from "../../../rules/cell-value";
import { cutTo, maxEmail, maxMessage, maxName, maxValue } from "../../../rules/contact";
import { isCellError, type Phone } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import type { CellType } from "../../../rules/typed-value";
import { unguarded } from "../csv";
import { cellEmail, type Mapping } from "./columns";
import type { Row } from "./delimited";
import { lineTable } from "./line-table";
import type { ContactFile } from "./open";
import { FileProblem, limits, tooMuchText } from "./problem";

export type FileContact = {
  line: number;
  /** Absent where the email address is enough and the file gives no number. */
  e164?: string;
  /** From abroad: sent at that country's price. */
  foreign: boolean;
  network?: string;
  country?: string;
  /** "" when the file has none. */
  name: string;
  email?: string;
  /** Merge fields by name: every free column, and first_name and last_name; blank ones are absent. */
  fields: Record<string, string>;
  /** What was cut or left out of a contact that is otherwise good, and the row it was read from. */
  note?: string;
  cells?: string[];
};

export type RefusedLine = {
  line: number;
  refused: string;
  /** The row says nothing wrong: its number or address is in the file already. */
  repeated?: true;
  cells: string[];
};

export type ReadOptions = {
  /** Whose numbers may lack a country code. */
  country: "KE";
  /** An email address is enough: the rows go into a group that is written to by email. */
  byEmail?: boolean;
  /** A name or a company is enough: the rows become records. What came before in the file is then looked for by both. */
  byName?: boolean;
  /** Rows whose number or address came before are taken as well. */
  repeats?: boolean;
  /** Each contact comes with the row it was read from. */
  cells?: boolean;
  /** What the values of these fields must be; a row with another one is refused. */
  types?: Readonly<Record<string, CellType>>;
  /** Contacts and refused rows in one batch. */
  batch?: number;
  /** Characters that all contacts together may have. */
  text?: number;
};

/** Characters of contacts and refused rows in one batch: rows with long values come in shorter batches. */
export const batchText = 1_000_000;

/**
 * Every row of the file as a contact or a refusal, in order, batch by batch. The second row with the same number
 * is refused and names the first. Throws `FileProblem` when the file breaks further down.
 */
export async function* readContacts(
  file: Pick<ContactFile, "rows">,
  mapping: Mapping,
  options: ReadOptions,
): AsyncGenerator<(FileContact | RefusedLine)[]> {
  const read = rowReader(mapping, options);
  const most = options.batch ?? 2000;
  const maxText = options.text ?? limits.text;
  let batch: (FileContact | RefusedLine)[] = [];
  let text = 0;
  let brought = 0;
  for await (const rows of file.rows()) {
    for (const row of rows) {
      if (row.line <= mapping.headerLine) continue;
      const item = read(row);
      if (!item) continue;
      batch.push(item);
      const values = valuesIn(item);
      text += values + charactersIn(item.cells ?? []);
      brought += values;
      if (brought > maxText) throw tooMuchText(maxText);
      if (batch.length < most && text < batchText) continue;
      yield batch;
      batch = [];
      text = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** Characters that a contact brings into the group. */
function valuesIn(item: FileContact | RefusedLine): number {
  if ("refused" in item) return 0;
  return item.name.length + (item.email?.length ?? 0) + charactersIn(Object.values(item.fields));
}

export function charactersIn(texts: readonly string[]): number {
  let all = 0;
  for (const text of texts) all += text.length;
  return all;
}

/** One row as a contact or a refusal; undefined for a blank one. Remembers the numbers and addresses it has seen. */
function rowReader(
  mapping: Mapping,
  { byName = false, byEmail = byName, repeats = false, cells: keepCells = false, types = {} }: ReadOptions,
): (row: Row) => FileContact | RefusedLine | undefined {
  const { columns } = mapping;
  const at = (role: string) => columns.findIndex((column) => column.role === role);
  const [phoneAt, nameAt, firstAt, lastAt, emailAt, messageAt] = [
    at("phone"),
    at("name"),
    at("first_name"),
    at("last_name"),
    at("email"),
    at("message"),
  ];
  if (phoneAt < 0 && !(byEmail && emailAt >= 0) && !byName)
    throw new FileProblem("no-phone-column", "Choose the column with the phone numbers.");
  const kept = columns.flatMap(({ role, field, title }, index) =>
    role === "field" || role === "first_name" || role === "last_name" ? [{ field, title, index }] : [],
  );
  const { width = Number.POSITIVE_INFINITY } = mapping;
  const isStray = (cell: string, index: number) =>
    index >= width && (columns[index]?.role ?? "ignore") === "ignore" && cell.trim() !== "";
  const seen = lineTable();
  const seenEmails = new Map<string, number>();
  let notes: string[] = [];

  return function readRow({ line, cells: written, tooWide }) {
    const cells = written.map(unguarded);
    if (!cells.some((cell) => cell.trim() !== "") && !tooWide) return undefined;
    if (tooWide) return { line, refused: `more than ${limits.columns} columns in this row`, cells: cutCells(cells) };
    const refuse = (refused: string): RefusedLine => ({ line, refused, cells: cutCells(cells) });
    const raw = phoneAt < 0 ? "" : (cells[phoneAt] ?? "");
    const phone = parsePhone(raw);
    const blank = raw.trim() === "";
    if (!phone.ok && !(byEmail && blank)) return refuse(refusal(raw, phone));
    notes = [];
    const email = emailIn(cells);
    const name = nameIn(cells);
    if (!phone.ok && email === undefined && !(byName && (name !== "" || companyIn(cells) !== "")))
      return refuse(byName ? "no name, phone number or email address" : "no phone number and no email address");
    const wrong = wrongValue(kept, types, cells);
    if (wrong !== undefined) return refuse(wrong);
    const message = messageAt < 0 ? undefined : messageOf(cells[messageAt]);
    if (message === "") return refuse("no message in this row");
    if (message !== undefined && message.length > maxMessage)
      return refuse(`a message of more than ${maxMessage.toLocaleString("en-GB")} characters`);
    const same = repeats ? undefined : cameBefore(phone, email ?? "", line);
    if (same !== undefined) return { ...refuse(same), repeated: true };
    const contact: FileContact = { line, foreign: phone.ok && phone.foreign, name, fields: {} };
    if (phone.ok) {
      contact.e164 = phone.e164;
      if (phone.network) contact.network = phone.network;
      if (phone.country) contact.country = phone.country;
    }
    for (const { field, title, index } of kept) {
      const type = types[field];
      const value = textOf(cells[index], type?.type === "text" ? type.max : maxValue, title);
      const typed = type === undefined || value === "" ? { value } : readCell(type, value);
      if ("value" in typed && typed.value !== "") contact.fields[field] = typed.value;
    }
    if (email !== undefined) contact.email = email;
    if (message !== undefined) contact.fields.message = message;
    if (cells.length > width && cells.some(isStray)) notes.push("more cells than headings: check that none has moved");
    if (notes.length > 0) contact.note = notes.join("; ");
    if (notes.length > 0 || keepCells) contact.cells = cutCells(cells);
    return contact;
  };

  function companyIn(cells: string[]): string {
    return tidy(cells[columns.findIndex(({ field }) => field === "company")]);
  }

  /** A row as its sender sees it again: no cell longer than its use can be. */
  function cutCells(cells: string[]): string[] {
    return messageAt < 0 ? cells.map((cell) => cutTo(cell, maxValue + 1)) : cells;
  }

  /** Where this number or address came before, in words; this one is remembered. */
  function cameBefore(phone: Phone, email: string, line: number): string | undefined {
    const byNumber = phone.ok ? seen.remember(Number(phone.e164.slice(1)), line) : undefined;
    if (byNumber !== undefined) return `the same number as line ${byNumber}`;
    if ((phone.ok && !byName) || email === "") return undefined;
    const byAddress = firstEmail(email.toLowerCase(), line);
    return byAddress === undefined ? undefined : `the same email address as line ${byAddress}`;
  }

  function firstEmail(email: string, line: number): number | undefined {
    const first = seenEmails.get(email);
    if (first === undefined) seenEmails.set(email, line);
    return first;
  }

  function nameIn(cells: string[]): string {
    const whole = nameAt < 0 ? "" : textOf(cells[nameAt], maxName, "the name");
    if (whole !== "") return whole;
    const first = firstAt < 0 ? "" : tidy(cells[firstAt]);
    const last = lastAt < 0 ? "" : tidy(cells[lastAt]);
    return textOf(first === "" || last === "" ? first + last : `${first} ${last}`, maxName, "the name");
  }

  function emailIn(cells: string[]): string | undefined {
    const address = emailAt < 0 ? "" : tidy(cells[emailAt]);
    const email = address === "" ? undefined : cellEmail(address);
    if (email !== undefined && email.length <= maxEmail) return email;
    if (address !== "") notes.push("the email address was left out: it is not one");
    return undefined;
  }

  function textOf(cell: string | undefined, most: number, title: string): string {
    const value = tidy(cell);
    if (value.length > most || (cell ?? "").length > maxValue)
      notes.push(`${title} was cut to ${most.toLocaleString("en-GB")} characters`);
    return cutTo(value, most);
  }
}

type FieldColumn = { field: string; title: string; index: number };

/** What is no amount or no day, under its heading; undefined when all values are what they must be. */
function wrongValue(kept: readonly FieldColumn[], types: NonNullable<ReadOptions["types"]>, cells: string[]) {
  for (const { field, title, index } of kept) {
    const type = types[field];
    const value = type === undefined ? "" : tidy(cells[index]);
    const typed = type === undefined || value === "" ? undefined : readCell(type, value);
    if (typed !== undefined && "reason" in typed) return `${title}: ${typed.reason}`;
  }
  return undefined;
}

function refusal(raw: string, phone: Extract<Phone, { ok: false }>): string {
  return raw.trim() === "" ? "no phone number in this row" : phone.reason;
}

/** A cell as a message: its lines stay, other control characters do not. */
function messageOf(cell: string | undefined): string {
  if (cell === undefined || isCellError(cell)) return "";
  return cell
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim();
}

const untidy = /\p{Cc}|\s{2}|^\s|\s$/u;

/** A cell as a value: one blank between words, no control characters, and nothing for what Excel could not compute. */
function tidy(cell: string | undefined): string {
  if (cell === undefined || isCellError(cell)) return "";
  return untidy.test(cell) ? cell.replace(/[\s\p{Cc}]+/gu, " ").trim() : cell;
}
