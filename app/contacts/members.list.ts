import { z } from "zod";
import { id, paging } from "../../services/kit/contract";
import type { Cell } from "../../services/kit/csv";
import type { Contact } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { list, withQuery } from "../kit/list";

/** The contacts of one group: which one is in the URL (`?id=`); without a group there is no such record. */
export const members = list({
  file: "contacts",
  search: z.object({ ...paging, q: z.string().max(100).catch("").default(""), id: id.catch(0).default(0) }),
  rows: (api, { id, ...query }) => api.messaging.contacts({ params: { id }, query }),
  columns: {
    Phone: (contact: Contact) => contact.msisdn,
    Name: (contact) => contact.name,
    Email: (contact) => contact.email,
    Blacklisted: (contact) => (contact.blacklisted ? "yes" : "no"),
    Added: (contact) => contact.added_at,
  },
});

type Exported = readonly [heading: string, cell: (contact: Contact) => Cell];

/** The exported columns of a group with these merge fields: who, what the group knows of them, then the rest. */
export function memberColumns(fields: readonly string[]): Exported[] {
  const all: Exported[] = Object.entries(members.columns);
  const known = fields.map((field): Exported => [field, (contact) => contact.fields[field] ?? ""]);
  return [...all.slice(0, 3), ...known, ...all.slice(3)];
}

/** How a contact is called: by name, or by the number or address one writes to. */
export function calledBy(contact: Pick<Contact, "name" | "msisdn" | "email">, show: (e164: string) => string): string {
  return contact.name || (contact.msisdn ? show(contact.msisdn) : (contact.email ?? ""));
}

/** The list of a group's contacts as a search says it, without what belongs to a drawer over it. */
export function memberList(search: string): string {
  return `${href("/contacts/contact-group/details")}${withQuery(search, { contact: undefined, _routes: undefined }, true)}`;
}
