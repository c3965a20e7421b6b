import { z } from "zod";
import { fieldName } from "../../../rules/merge";
import { normalisePhone } from "../../../rules/phone";
import { ContactForm } from "../../../services/messaging/contract.contacts";

const { phone, name, email } = ContactForm.shape;
const notAnAddress = "Enter an email address, such as asha@example.com.";

/** A merge field and its value; in a form they are pairs, because a field may have any name. */
const Pair = z.object({
  name: z.string().max(64, "A name has at most 64 characters.").default(""),
  value: z.string().max(1000, "At most 1,000 characters.").default(""),
});

/** A contact as the drawer asks for it. The number is judged by the rule that the service and the file reader use. */
export const ContactFields = z
  .object({ phone, name, email: z.string().trim().default(""), fields: z.array(Pair).max(300).default([]) })
  .superRefine((contact, context) => {
    const number = contact.phone === "" ? undefined : normalisePhone(contact.phone);
    const issue = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    if (number && !number.ok) issue(["phone"], `This cannot be used as a phone number: ${number.reason}.`);
    if (!number && contact.email === "") issue(["phone"], "Enter a phone number, such as 0712 345 678.");
    if (!email.safeParse(contact.email).success) issue(["email"], notAnAddress);
    for (const [at, pair] of contact.fields.entries()) {
      if (pair.value.trim() !== "" && pair.name.trim() !== "" && fieldName(pair.name) === "")
        issue(["fields", at, "name"], "Use letters and digits, such as loan_no.");
      if (pair.value.trim() !== "" && pair.name.trim() === "")
        issue(["fields", at, "name"], "Give the merge field a name, such as loan_no.");
    }
  });

/** The pairs as the service wants them: blank ones left out, the names of new fields made fit for a message. */
export function mergeFieldValues(
  pairs: readonly z.output<typeof Pair>[],
  known: readonly string[],
): Record<string, string> {
  const fields = new Map<string, string>();
  for (const { name, value } of pairs)
    if (value.trim() !== "" && name !== "") fields.set(known.includes(name) ? name : fieldName(name), value.trim());
  return Object.fromEntries(fields);
}
