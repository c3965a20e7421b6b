import { z } from "zod";
import { type CrmRecord, RecordForm } from "../../../services/crm/contract.records";
import { typedText } from "../../kit/typed-fields";

/**
 * An amount as people type it: "12,500", "12 500" or "12500.50", as cents; nothing for an empty field. "12,5" is refused:
 * who typed it does not mean 125.
 */
export const amount = typedText.transform((typed, context) => {
  const text = typed.trim();
  if (text === "") return null;
  const found = /^(\d{1,12}|\d{1,3}(?:[,\s]\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(text);
  if (found) return Number(found[1]?.replaceAll(/\D/g, "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  context.addIssue({ code: "custom", message: "Enter an amount such as 12,500." });
  return z.NEVER;
});

/** What was typed into custom fields, by their ids; a box that was not checked and an empty field are not there. */
const typedCustom = z.record(z.string(), z.union([z.string(), z.array(z.string().default(""))]).optional()).default({});

/**
 * The form of a record: the contract's fields, its value as an amount and an empty day as none. `custom_shown`: the custom
 * fields that it had.
 */
export const RecordFields = RecordForm.omit({ value_cents: true, custom: true }).extend({
  value: amount,
  custom: typedCustom,
  custom_shown: typedText,
  /** Of a contact or a deal: empty, it follows the company; "none", or the id of one. */
  organisation: typedText,
  expected_close: z.preprocess(
    (day) => (day === "" || day === undefined ? null : day),
    RecordForm.shape.expected_close,
  ),
});

/** What the service takes of a form. */
export function recordBody({ value, custom, custom_shown, organisation, ...fields }: z.output<typeof RecordFields>) {
  const shown = custom_shown.split(",").filter(Boolean);
  const said = Object.fromEntries(shown.map((id) => [id, custom[id] || null]));
  const id = Number(organisation) || 0;
  const named = organisation === "none" ? { organisation_id: null } : id > 0 ? { organisation_id: id } : {};
  return { ...fields, ...named, value_cents: value, custom: said };
}

/** The service's words for a field, at the field of the form. */
export function atFields(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors) return errors;
  const { value_cents: value, organisation_id: organisation, ...others } = errors;
  return { ...others, ...(value ? { value } : {}), ...(organisation ? { organisation } : {}) };
}

/** A record as its form begins. */
export function recordFieldValues(record: CrmRecord): Record<string, string> {
  const { name, company, phone, email, source, currency, expected_close, value_cents } = record;
  const value = value_cents === null ? "" : String(value_cents / 100);
  return { name, company, phone, email, source, currency, expected_close: expected_close ?? "", value };
}
