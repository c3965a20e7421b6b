import { z } from "zod";
import type { FieldDefinition } from "../../../rules/crm-fields";
import { type AskedField, type LeadFormField, leadFieldNames, leadFormFields } from "../../../rules/lead-form";
import type { LeadForm } from "../../../services/crm/contract.forms";
import { typedCheck, typedLines, typedList, typedText } from "../../kit/typed-fields";

const place = typedText.transform((text) => Number(text) || 0);
/** What the form says of one field: whether it is asked, how, whether it must be filled in, and where it stands. */
const Asked = z.object({ ask: typedCheck, label: typedText, required: typedCheck, place });
/** What the form says of custom fields, by their ids. */
const AskedCustom = z.record(z.string().regex(/^\d{1,15}$/), Asked.optional()).default({});
const unasked = { ask: false, label: "", required: false, place: 0 };

export const LeadFormFields = z.object({
  name: typedText,
  title: typedText,
  intro: typedText,
  button: typedText,
  thanks: typedText,
  fields: z.object(
    Object.fromEntries(leadFormFields.map((field) => [field, Asked.default(unasked)])) as Record<
      LeadFormField,
      z.ZodDefault<typeof Asked>
    >,
  ),
  custom_fields: AskedCustom,
  consent: typedText,
  double_opt_in: typedCheck,
  manager_ids: typedList,
  sites: typedLines,
  active: typedCheck,
});

/** The form in the words of the call: the fields that are asked, in their order. */
export function leadFormBody(
  { fields, custom_fields, ...form }: z.output<typeof LeadFormFields>,
  custom: readonly Pick<FieldDefinition, "id" | "name">[],
) {
  const own = leadFormFields.map((field) => ({ field, usual: leadFieldNames[field], said: fields[field] }));
  const added = custom.map(({ id, name }) => ({
    field: `custom.${id}` as const,
    usual: name,
    said: custom_fields[id],
  }));
  const asked = [...own, ...added]
    .flatMap(({ field, usual, said }): (AskedField & { place: number })[] => {
      if (!said?.ask) return [];
      return [{ field, label: said.label.trim() || usual, required: said.required, place: said.place }];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ place: _, ...field }) => field);
  return { ...form, fields: asked };
}

/** The service's words for one of several values, at the field of the form that has them all. */
export function atFields(errors: Readonly<Record<string, string[]>> = {}): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [name, words] of Object.entries(errors)) {
    const field = name.split(".")[0] ?? name;
    found[field] = [...(found[field] ?? []), ...words];
  }
  return found;
}

export type HeldForm = Omit<LeadForm, "id" | "key" | "created_by" | "created_at" | "arrived" | "pending" | "last_at">;

/** What a new form begins with. */
export const newForm: HeldForm = {
  ...{ name: "", title: "Get in touch", intro: "", button: "Send", thanks: "" },
  fields: [
    { field: "name", label: leadFieldNames.name, required: true },
    { field: "phone", label: leadFieldNames.phone, required: true },
    { field: "email", label: leadFieldNames.email, required: false },
    { field: "message", label: leadFieldNames.message, required: false },
  ],
  consent: "I agree that you contact me about this.",
  double_opt_in: false,
  ...{ manager_ids: [], sites: [], active: true },
};
