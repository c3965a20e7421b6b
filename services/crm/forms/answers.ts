import { fieldInUse } from "../../../rules/crm-field-conditions";
import { type CustomValues, readFieldValue } from "../../../rules/crm-fields";
import { isLeadFormField, type LeadFormField } from "../../../rules/lead-form";
import { RecordForm } from "../contract.records";
import type { Answers, PublicForm } from "./arrive";

const maxMessage = 2_000;
const missing: Record<LeadFormField, string> = {
  name: "Enter your name.",
  phone: "Enter a phone number.",
  email: "Enter an email address such as name@example.com.",
  company: "Enter a company.",
  message: "Write a message.",
};

type AskedOf = Pick<PublicForm, "fields" | "custom" | "consent">;
type TypedAnswers = Readonly<Record<string, string>>;

/** What a visitor typed in the form in which it is kept, or what is wrong with each field. What was not asked is not read. */
export function readAnswers(
  form: AskedOf,
  typed: TypedAnswers,
  consented: boolean,
): { answers: Answers } | { errors: Record<string, string> } {
  const { fields, consent } = form;
  const errors: Record<string, string> = {};
  const answers: Answers = { name: "", phone: "", email: "", company: "", message: "", custom: {} };
  for (const { field, required } of fields) {
    if (!isLeadFormField(field)) continue;
    const said = (typed[field] ?? "").trim();
    if (said === "") {
      if (required) errors[field] = missing[field];
      continue;
    }
    if (field === "message") {
      if (said.length > maxMessage) errors.message = "A message has at most 2,000 characters.";
      answers.message = said;
      continue;
    }
    const read = RecordForm.shape[field].safeParse(said);
    if (read.success) answers[field] = read.data;
    else errors[field] = read.error.issues[0]?.message ?? missing[field];
  }
  const own = readCustom(form, typed);
  answers.custom = own.values;
  Object.assign(errors, own.errors);
  if (consent !== "" && !consented) errors.consent = "Select the box to agree, so that we may contact you.";
  const reachable = answers.phone !== "" || answers.email !== "";
  const contact = fields.find(({ field }) => field === "phone" || field === "email");
  if (!reachable && contact && isLeadFormField(contact.field) && !errors.phone && !errors.email)
    errors[contact.field] = missing[contact.field];
  const inOrder = [...fields.map(({ field }) => field), "consent"].filter((name) => errors[name] !== undefined);
  return inOrder.length > 0
    ? { errors: Object.fromEntries(inOrder.map((name) => [name, errors[name] ?? ""])) }
    : { answers };
}

/**
 * The custom fields by the rules of the CRM. Whether another lead has a unique value is not said here: a visitor is not to
 * learn it.
 */
function readCustom({ fields, custom }: AskedOf, typed: TypedAnswers) {
  const values: CustomValues = {};
  const errors: Record<string, string> = {};
  for (const { field: name, label, required } of fields) {
    const field = fieldInUse(custom, name);
    if (!field) continue;
    const read = readFieldValue(field, typed[name] ?? "");
    if ("reason" in read) errors[name] = `${label}: ${read.reason}`;
    else if (read.value !== null) values[field.id] = read.value;
    else if (required) errors[name] = `Enter a value for ${label}.`;
  }
  return { values, errors };
}
