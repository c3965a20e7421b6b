import { z } from "zod";
import { type Currency, currencies, type RecordKind, recordKinds } from "../../../rules/crm";
import { fieldTypes } from "../../../rules/crm-fields";
import { typedCheck, typedId, typedLines, typedText } from "../../kit/typed-fields";

/** The kind whose fields the address is about: contacts unless it says another. */
export function fieldKind(url: URL): RecordKind {
  const said = url.searchParams.get("kind");
  return recordKinds.find((kind) => kind === said) ?? "contact";
}

const ownFields = {
  name: typedText,
  help: typedText,
  required: typedCheck,
  unique: typedCheck,
  /** New choices, one in a line. */
  choices: typedLines,
};

export const NewFieldForm = z.object({
  ...ownFields,
  type: z.enum(fieldTypes, { error: "Choose a type." }),
  currency: z
    .enum(currencies)
    .catch("KES" satisfies Currency)
    .default("KES"),
});

/** `kept`: the choices that are there with their labels; one without a label is taken out. */
export const FieldChangeForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    ...ownFields,
    kept: z.array(z.object({ id: typedId, label: typedText })).default([]),
  }),
  z.object({ intent: z.literal("archive") }),
  z.object({ intent: z.literal("restore") }),
]);

type SavedField = z.output<typeof FieldChangeForm> & { intent: "save" };

export function newChoices(labels: readonly string[]): { label: string }[] {
  return labels.map((label) => ({ label }));
}

/** What the call takes of the form: the choices that are there, then the new ones. */
export function fieldChange({ name, help, required, unique, choices, kept }: SavedField) {
  const there = kept.filter(({ label }) => label.trim() !== "").map(({ id, label }) => ({ id: id || null, label }));
  return { name, help, required, unique, choices: [...there, ...newChoices(choices)] };
}

/** The service's words for a choice, at the field of the form. */
export function atChoices(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors) return errors;
  const of = Object.entries(errors).filter(([name]) => name.startsWith("choices"));
  const others = Object.entries(errors).filter(([name]) => !name.startsWith("choices"));
  const [first] = of;
  return Object.fromEntries([...others, ...(first ? [["choices", first[1]] as const] : [])]);
}
