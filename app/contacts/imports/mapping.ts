import { z } from "zod";
import { fieldName } from "../../../rules/merge";
import { normalisePhone, type Phone } from "../../../rules/phone";
import { GroupForm } from "../../../services/messaging/contract.contacts";
import type { Import, Mapping } from "../../../services/messaging/contract.imports";

type Column = Import["columns"][number];
type Choice = { value: string; label: string };

const people: Choice[] = [
  { value: "phone", label: "Phone number" },
  { value: "name", label: "Full name" },
  { value: "first_name", label: "First name" },
  { value: "last_name", label: "Last name" },
  { value: "email", label: "Email address" },
];

/** Names that a merge field may not have: every contact has them anyway. */
const reserved = new Set(["phone", "name", "email"]);

/** What a column of the file may become; its own merge field is named as the file or its heading says. */
export function choicesFor(column: Column, place: number): Choice[] {
  const guessed = column.guess.startsWith("field:") ? column.guess.slice(6) : fieldName(column.name);
  const field = guessed === "" ? `column_${place + 1}` : reserved.has(guessed) ? `${guessed}_${place + 1}` : guessed;
  return [
    ...people,
    { value: `field:${field}`, label: `Merge field {{${field}}}` },
    { value: "ignore", label: "Leave it out" },
  ];
}

/** The matched columns and the group, as the form posts them. */
export const MatchForm = z
  .object({
    columns: z.array(z.string().default("ignore")).max(1000),
    into: z.enum(["new", "old"]).default("new"),
    group_name: z.string().trim().max(100, "A name has at most 100 characters.").default(""),
    group_id: z.coerce.number().int().positive().optional(),
  })
  .superRefine(({ columns, into, group_name, group_id }, context) => {
    const issue = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const first = new Map<string, number>();
    for (const [place, use] of columns.entries()) {
      const key = use.replace(/^field:/, "");
      const before = first.get(key);
      if (use === "ignore") continue;
      if (before === undefined) first.set(key, place);
      else
        issue(
          ["columns", place],
          `Column ${before + 1} is used as this already. Choose something else for one of them.`,
        );
    }
    if (!first.has("phone") && !first.has("email"))
      issue(["columns"], "Choose the column with the phone numbers, or with the email addresses.");
    const name = GroupForm.shape.name.safeParse(group_name);
    if (into === "new" && !name.success) issue(["group_name"], name.error.issues[0]?.message ?? "");
    if (into === "old" && group_id === undefined) issue(["group_id"], "Choose a group.");
  });

/** The form in the words of the call that starts the import. */
export function importStart(form: z.output<typeof MatchForm>) {
  const mapping: z.input<typeof Mapping> = Object.fromEntries(form.columns.map((use, place) => [String(place), use]));
  return form.into === "old" ? { mapping, group_id: form.group_id } : { mapping, group_name: form.group_name };
}

/** A row of the file as it will read: the number or why there is none, the name, the merge fields. */
export type PreviewRow = {
  phone: Phone;
  /** The row of these that has the number already, from 1: the import refuses this one. */
  same?: number;
  name: string;
  email: string;
  fields: Record<string, string>;
};

/** The first rows of the file; a number that comes again is said to. */
export function previewReadings(rows: readonly (readonly string[])[], uses: readonly string[]): PreviewRow[] {
  const first = new Map<string, number>();
  return rows.map((cells, at) => {
    const read = previewRow(cells, uses);
    const same = read.phone.ok ? first.get(read.phone.e164) : undefined;
    if (read.phone.ok && same === undefined) first.set(read.phone.e164, at + 1);
    return same === undefined ? read : { ...read, same };
  });
}

export function previewRow(cells: readonly string[], uses: readonly string[]): PreviewRow {
  const cell = (use: string) => cells[uses.indexOf(use)]?.trim() ?? "";
  const fields: [string, string][] = uses.flatMap((use, place): [string, string][] =>
    use.startsWith("field:") ? [[use.slice(6), cells[place]?.trim() ?? ""]] : [],
  );
  const whole = cell("name");
  return {
    phone: uses.includes("phone")
      ? normalisePhone(cell("phone"))
      : { ok: false, reason: "no column is the phone number" },
    name: whole || [cell("first_name"), cell("last_name")].filter(Boolean).join(" "),
    email: cell("email"),
    fields: Object.fromEntries(fields),
  };
}

/** A group's name out of the file's: "borrowers_nairobi (2).csv" is "Borrowers nairobi". */
export function fileGroupName(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .replace(/\s*\(\d+\)$/, "")
    .replace(/[_-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
