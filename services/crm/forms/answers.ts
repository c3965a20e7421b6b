import type { LeadFormField } from "../../../rules/lead-form";
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

/** What a visitor typed in the form in which it is kept, or what is wrong with each field. What was not asked is not read. */
export function readAnswers(
  { fields, consent }: Pick<PublicForm, "fields" | "consent">,
  typed: Readonly<Record<string, string>>,
  consented: boolean,
): { answers: Answers } | { errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const answers: Answers = { name: "", phone: "", email: "", company: "", message: "" };
  for (const { field, required } of fields) {
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
  if (consent !== "" && !consented) errors.consent = "Select the box to agree, so that we may contact you.";
  const reachable = answers.phone !== "" || answers.email !== "";
  const contact = fields.find(({ field }) => field === "phone" || field === "email");
  if (!reachable && contact && !errors.phone && !errors.email) errors[contact.field] = missing[contact.field];
  return Object.keys(errors).length > 0 ? { errors } : { answers };
}
