import { isCellError, type Phone } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import { emailOf, type Mapping } from "./columns";
import type { Row } from "./delimited";
import type { ContactFile } from "./open";
import { FileProblem } from "./problem";

export type Contact = {
  line: number;
  e164: string;
  /** From abroad: sent at that country's price. */
  foreign: boolean;
  network?: string;
  country?: string;
  /** "" when the file has none. */
  name: string;
  email?: string;
  /** Merge fields by name: every free column, and first_name and last_name; blank ones are absent. */
  fields: Record<string, string>;
  /** What was left out of a contact that is otherwise good. */
  note?: string;
};

export type Refused = { line: number; refused: string; cells: string[] };

export type ReadOptions = {
  /** Whose numbers may lack a country code. */
  country: "KE";
  /** Contacts and refused rows in one batch. */
  batch?: number;
};

/**
 * Every row of the file as a contact or a refusal, in order, batch by batch. The second row with the same number
 * is refused and names the first. Throws `FileProblem` when the file breaks further down.
 */
export async function* readContacts(
  file: Pick<ContactFile, "rows">,
  mapping: Mapping,
  options: ReadOptions,
): AsyncGenerator<(Contact | Refused)[]> {
  const read = rowReader(mapping);
  const most = options.batch ?? 2000;
  let batch: (Contact | Refused)[] = [];
  for await (const rows of file.rows()) {
    for (const row of rows) {
      if (row.line <= mapping.headerLine) continue;
      const item = read(row);
      if (!item) continue;
      batch.push(item);
      if (batch.length < most) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** One row as a contact or a refusal; undefined for a blank one. Remembers the numbers it has seen. */
function rowReader({ columns }: Mapping): (row: Row) => Contact | Refused | undefined {
  const phoneAt = columns.findIndex(({ role }) => role === "phone");
  if (phoneAt < 0) throw new FileProblem("no-phone-column", "Choose the column with the phone numbers.");
  const at = (role: string) => columns.findIndex((column) => column.role === role);
  const [nameAt, firstAt, lastAt, emailAt] = [at("name"), at("first_name"), at("last_name"), at("email")];
  const kept = columns.flatMap(({ role, field }, index) =>
    role === "field" || role === "first_name" || role === "last_name" ? [{ field, index }] : [],
  );
  /** Lines by number; as numbers, since a million strings would take twice the memory. */
  const seen = new Map<number, number>();

  return function readRow({ line, cells }) {
    const raw = cells[phoneAt] ?? "";
    const phone = parsePhone(raw);
    if (!phone.ok)
      return cells.some((cell) => cell.trim() !== "") ? { line, refused: refusal(raw, phone), cells } : undefined;
    const key = Number(phone.e164.slice(1));
    const first = seen.get(key);
    if (first !== undefined) return { line, refused: `the same number as line ${first}`, cells };
    seen.set(key, line);

    const contact: Contact = { line, e164: phone.e164, foreign: phone.foreign, name: nameIn(cells), fields: {} };
    if (phone.network) contact.network = phone.network;
    if (phone.country) contact.country = phone.country;
    for (const { field, index } of kept) {
      const value = tidy(cells[index]);
      if (value !== "") contact.fields[field] = value;
    }
    const address = emailAt < 0 ? "" : tidy(cells[emailAt]);
    const email = address === "" ? undefined : emailOf(address);
    if (email) contact.email = email;
    else if (address !== "") contact.note = "the email address was left out: it is not one";
    return contact;
  };

  function nameIn(cells: string[]): string {
    const whole = nameAt < 0 ? "" : tidy(cells[nameAt]);
    if (whole !== "") return whole;
    const first = firstAt < 0 ? "" : tidy(cells[firstAt]);
    const last = lastAt < 0 ? "" : tidy(cells[lastAt]);
    return first === "" || last === "" ? first + last : `${first} ${last}`;
  }
}

function refusal(raw: string, phone: Extract<Phone, { ok: false }>): string {
  return raw.trim() === "" ? "no phone number in this row" : phone.reason;
}

const untidy = /\p{Cc}|\s{2}|^\s|\s$/u;

/** A cell as a value: one blank between words, no control characters, and nothing for what Excel could not compute. */
function tidy(cell: string | undefined): string {
  if (cell === undefined || isCellError(cell)) return "";
  return untidy.test(cell) ? cell.replace(/[\s\p{Cc}]+/gu, " ").trim() : cell;
}
