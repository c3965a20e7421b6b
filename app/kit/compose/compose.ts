import { type Condition, comparisonNames } from "../../../rules/audience";
import { mergeFields } from "../../../rules/merge";
import { type Recurrence, recurrences } from "../../../rules/recurrence";
import type { Price } from "../../../services/messaging/contract.price";
import type { BlastForm } from "../../../services/messaging/contract.sending";
import type { KeptFile } from "../file-upload";
import type { OwnFields } from "./channel";

export const missingChoices = ["skip", "blank", "default"] as const;
/** What to do with the recipients that have no value for a merge field; `text` is for "default". */
export type MissingChoice = { field: string; choice: (typeof missingChoices)[number]; text: string };

/** A message while it is being written: what the form's fields hold. */
export type BlastDraft = {
  key: string;
  /** The scheduled message that is being changed. */
  replaces: number | null;
  group_ids: number[];
  numbers: string;
  /** Rows that were uploaded or pasted, in place of numbers. */
  list_id: number | null;
  sender: string;
  name: string;
  body: string;
  when: "now" | "later";
  date: string;
  time: string;
  missing: MissingChoice[];
  /** Who of them is left out on purpose; what is typed, so days are text. */
  exclude_ids: number[];
  quiet_days: string;
  conditions: Condition[];
  /** How often it goes out again, "" for once, and the last day of it. */
  every: Recurrence | "";
  until: string;
  /** The fields that only the channel has, and what is attached. */
  more?: Record<string, string>;
  files?: KeptFile[];
};

/** The merge fields on offer: what people are called, what the groups' files gave, and what else every contact has. */
export function fieldsOnOffer(groups: readonly { field_names: readonly string[] }[]): string[] {
  const given = groups.flatMap((group) => group.field_names);
  return [...new Set(["first_name", "name", ...given, "last_name", "phone"])];
}

/** The form's fields as the server reads them too: `missing[0].field` becomes a row of `missing`. */
export function formFields(form: FormData): Record<string, unknown> {
  const said: Record<string, unknown> = {
    group_ids: form.getAll("group_ids"),
    exclude_ids: form.getAll("exclude_ids"),
  };
  const rows: Record<"missing" | "conditions", Record<string, string>[]> = { missing: [], conditions: [] };
  for (const [name, value] of form) {
    if (typeof value !== "string" || name === "group_ids" || name === "exclude_ids") continue;
    const place = /^(missing|conditions)\[(\d{1,3})\]\.(\w+)$/.exec(name);
    const list = place && rows[place[1] as keyof typeof rows];
    if (!list) said[name] = value;
    else list[Number(place[2])] = { ...list[Number(place[2])], [place[3] ?? ""]: value };
  }
  return { ...said, missing: rows.missing.filter(Boolean), conditions: rows.conditions.filter(Boolean) };
}

/** A draft out of what a form said, however odd; what it does not say is as in `before`. */
export function parseDraft(said: Record<string, unknown>, before: BlastDraft): BlastDraft {
  const text = (name: string, known: string) => (typeof said[name] === "string" ? (said[name] as string) : known);
  const many = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  return {
    key: text("key", before.key),
    group_ids: many(said.group_ids).map(Number).filter(Number.isSafeInteger),
    numbers: text("numbers", ""),
    list_id: Number(text("list_id", "")) || before.list_id,
    sender: text("sender", before.sender),
    name: text("name", ""),
    body: text("body", ""),
    when: said.when === "later" ? "later" : "now",
    replaces: Number(text("replaces", "")) || before.replaces,
    date: text("date", before.date),
    time: text("time", before.time),
    missing: many(said.missing).flatMap(asMissing),
    exclude_ids: many(said.exclude_ids).map(Number).filter(Number.isSafeInteger),
    quiet_days: text("quiet_days", ""),
    conditions: many(said.conditions).flatMap(asCondition),
    every: recurrences.find((one) => one === said.every) ?? "",
    until: text("until", ""),
    ...(before.more
      ? { more: Object.fromEntries(Object.entries(before.more).map(([name, known]) => [name, text(name, known)])) }
      : {}),
    ...(before.files ? { files: before.files } : {}),
  };
}

function asMissing(row: unknown): MissingChoice[] {
  if (typeof row !== "object" || row === null) return [];
  const { field, choice, text } = row as Record<string, unknown>;
  const known = missingChoices.find((each) => each === choice);
  return typeof field === "string" && known
    ? [{ field, choice: known, text: typeof text === "string" ? text : "" }]
    : [];
}

function asCondition(row: unknown): Condition[] {
  if (typeof row !== "object" || row === null) return [];
  const { field, is, value } = row as Record<string, unknown>;
  const known = comparisonNames.find((each) => each === is);
  if (typeof field !== "string" || field === "" || !known) return [];
  return [{ field, is: known, value: typeof value === "string" ? value : "" }];
}

/** Who is left out on purpose, as the service takes it. A row without a field asks nothing. */
export function audienceRules({ exclude_ids, quiet_days, conditions }: BlastDraft) {
  const asked = conditions.filter(({ field }) => field !== "");
  return { exclude_ids, quiet_days: Math.max(0, Number.parseInt(quiet_days, 10) || 0), conditions: asked };
}

/** The decisions as the service takes them. */
export function decisions(missing: readonly MissingChoice[]): NonNullable<BlastForm["missing"]> {
  return Object.fromEntries(
    missing.map(({ field, choice, text }) => [field, choice === "default" ? { default: text } : choice]),
  );
}

/** Enough is said to be priced. */
export function isComplete(draft: BlastDraft, kind: "bulk" | "express", own?: OwnFields): boolean {
  const someone = kind === "bulk" ? draft.group_ids.length > 0 : draft.list_id !== null || draft.numbers.trim() !== "";
  const written = draft.body.trim() !== "" || own?.isWritten(draft.more ?? {}) === true;
  return someone && written && draft.sender !== "";
}

/** The merge fields to decide about: those of the text that some recipients lack, or that were decided before. */
export function toDecide(draft: BlastDraft, price: Price | undefined): { row: MissingChoice; without: number }[] {
  // What is not in the text may be in what the channel puts around it.
  const fields = new Set([...mergeFields(draft.body), ...(price?.missing_fields ?? []).map(({ field }) => field)]);
  return [...fields].flatMap((field) => {
    const lacking = price?.missing_fields.find((one) => one.field === field);
    const decided = draft.missing.find((one) => one.field === field);
    if (!lacking && !decided) return [];
    return [{ row: decided ?? { field, choice: "skip", text: "" }, without: lacking?.recipients ?? 0 }];
  });
}

/** The two say the same: leaving people out is what happens without a decision, too. */
export function isSame(one: BlastDraft, other: BlastDraft): boolean {
  const told = ({ missing, ...rest }: BlastDraft) =>
    JSON.stringify([Object.entries(rest).sort(), missing.filter(({ choice }) => choice !== "skip")]);
  return told(one) === told(other);
}
