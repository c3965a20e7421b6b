import { z } from "zod";
import { type CrmRecord, RecordForm } from "../../../services/crm/contract.records";
import { typedText } from "../../kit/typed-fields";

/** An amount as people type it: "12,500" or "12500.50", as cents; nothing for an empty field. */
export const amount = typedText.transform((typed, context) => {
  const text = typed.replaceAll(/[,\s]/g, "");
  if (text === "") return null;
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (found) return Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  context.addIssue({ code: "custom", message: "Enter an amount such as 12,500." });
  return z.NEVER;
});

/** The form of a record: the contract's fields, its value as an amount and an empty day as none. */
export const RecordFields = RecordForm.omit({ value_cents: true }).extend({
  value: amount,
  expected_close: z.preprocess(
    (day) => (day === "" || day === undefined ? null : day),
    RecordForm.shape.expected_close,
  ),
});

/** What the service takes of a form. */
export function recordBody({ value, ...fields }: z.output<typeof RecordFields>) {
  return { ...fields, value_cents: value };
}

/** The service's words for a field, at the field of the form. */
export function atFields(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors?.value_cents) return errors;
  const { value_cents: value, ...others } = errors;
  return { ...others, value };
}

/** A record as its form begins. */
export function recordFieldValues(record: CrmRecord): Record<string, string> {
  const { name, company, phone, email, source, currency, expected_close, value_cents } = record;
  const value = value_cents === null ? "" : String(value_cents / 100);
  return { name, company, phone, email, source, currency, expected_close: expected_close ?? "", value };
}
