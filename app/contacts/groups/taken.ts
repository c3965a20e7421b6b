import { z } from "zod";
import { id } from "../../../services/kit/contract";
import { type Contact, ContactForm } from "../../../services/messaging/contract.contacts";

type ContactInput = z.input<typeof ContactForm>;

/** What a group knows of a contact, as a form field: with it, taking out can be undone. */
export function packed(contact: Pick<Contact, "msisdn" | "email" | "name" | "fields">): string {
  const { msisdn, email, name, fields } = contact;
  return JSON.stringify({ phone: msisdn ?? "", name, email: email ?? "", fields } satisfies ContactInput);
}

/** The contact again, or undefined for what is none. */
export function unpacked(text: string): z.output<typeof ContactForm> | undefined {
  try {
    return ContactForm.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Taking a contact out of a group, and putting it back. */
export const TakeForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("take"), contact_id: id, was: z.string().max(200_000) }),
  z.object({ intent: z.literal("put back"), was: z.string().max(200_000) }),
]);
