import { Ban, UserMinus } from "lucide-react";
import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { fieldHeading } from "../../rules/merge";
import { showPhone } from "../../rules/phone";
import { id, paging, sortField } from "../../services/kit/contract";
import type { Contact, ContactGroup } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { CallLink } from "../kit/call-link";
import { withQuery } from "../kit/list";
import { type BulkOutcome, type ListColumn, type ListRequest, list } from "../kit/lists/definition";
import { eachRow } from "../kit/lists/each-row";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";

/** How many merge fields have a column of their own until others are chosen; all of them are in the drawer and the file. */
const fieldColumns = 3;

const figure = /^-?\d{1,3}(?:[, ]?\d{3})*(?:\.\d+)?$/;

/** Does every one of these rows that has a value have a number in this field? Then the column is one of figures. */
function isFigures(rows: readonly Contact[], field: string): boolean {
  const values = rows.flatMap(({ fields }) => fields[field] || []);
  return values.length > 0 && values.every((value) => figure.test(value));
}

type MemberColumnOptions = {
  /** The address of a contact's drawer. */
  open?: (contact: Contact) => string;
  /** The rows of the page: a merge field that has only figures among them is aligned as one. */
  rows?: readonly Contact[];
};

/** Who it is, what the group knows of them, whether they may be messaged. */
export function memberColumns(
  { type, field_names }: Pick<ContactGroup, "type" | "field_names">,
  { open, rows = [] }: MemberColumnOptions = {},
): ListColumn<Contact>[] {
  const mails = type === "email";
  return [
    {
      ...{ name: "name", label: "Name", wide: true, mobileOrder: 1, fixed: true },
      sort: headSort("groupContacts", "name"),
      value: (contact) => contact.name,
      cell: (contact) => (open ? <RowLink to={open(contact)}>{calledBy(contact, showPhone)}</RowLink> : contact.name),
    },
    {
      ...{ name: "phone", label: "Phone", num: true, mobileOrder: 3, extra: mails, firstInFiles: true },
      sort: headSort("groupContacts", "number"),
      value: (contact) => contact.msisdn,
      cell: (contact) =>
        contact.msisdn ? (
          <CallLink phone={contact.msisdn} name={contact.name} source={`contact/${contact.contact_id}`} />
        ) : (
          "–"
        ),
    },
    { name: "email", label: "Email", extra: !mails, value: (contact) => contact.email },
    ...field_names.map(
      (field, place): ListColumn<Contact> => ({
        ...{ name: `field ${field}`, label: fieldHeading(field), heading: field, extra: place >= fieldColumns },
        ...{ muted: true, clip: true, mobileOrder: 4, cardLabel: fieldHeading(field) },
        ...(isFigures(rows, field) ? { align: "right" as const, num: true } : {}),
        value: (contact) => contact.fields[field] ?? "",
        cell: (contact) => contact.fields[field] || "–",
      }),
    ),
    {
      ...{ name: "status", label: "Status", heading: "Blacklisted", alignEnd: true, mobileOrder: 2 },
      value: (contact) => (contact.blacklisted ? "yes" : "no"),
      cell: (contact) =>
        contact.blacklisted ? <Status kind="bad">Blacklisted</Status> : <Status kind="good">Active</Status>,
    },
    {
      ...{ name: "added", label: "Added", muted: true, mobileOrder: 6 },
      sort: headSort("groupContacts", "added"),
      value: (contact) => contact.added_at,
    },
  ];
}

/** A contact of a group in what was done to it. */
const ofContact = {
  id: (contact: Contact) => String(contact.contact_id),
  called: (contact: Contact) => calledBy(contact, showPhone),
};

/** No message goes to them from now on, of whatever group they are; who has no number can't be listed. */
async function addToBlacklist({ api }: ListRequest, rows: readonly Contact[]): Promise<BulkOutcome> {
  const phones = rows.flatMap(({ msisdn }) => msisdn ?? []);
  const answer =
    phones.length > 0 ? await api.messaging.addToBlacklist({ body: { phones: phones.join("\n"), reason: "" } }) : null;
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const contact of rows) {
    const reason = !contact.msisdn
      ? "There is no phone number."
      : answer && answer.status !== 201
        ? answer.body.message
        : undefined;
    if (reason === undefined) outcome.done.push(ofContact.id(contact));
    else outcome.refused.push({ name: ofContact.called(contact), reason });
  }
  return outcome;
}

/** The contacts of one group: which one is in the URL (`?id=`); without a group there is no such record. */
export const members = list({
  path: "/contacts/contact-group/details",
  noun: ["contact", "contacts"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.groupContacts),
    q: z.string().max(100).catch("").default(""),
    id: id.catch(0).default(0),
  }),
  find: "Name or number",
  keeps: ["id"],
  async facts({ api }, { id }): Promise<{ group: ContactGroup }> {
    const answer = await api.messaging.group({ params: { id } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    return { group: answer.body };
  },
  file: ({ group }) => `contacts ${group.name}`,
  rows: ({ api }, { id, ...query }) => api.messaging.contacts({ params: { id }, query }),
  columns: ({ group }) => memberColumns(group),
  ...ofContact,
  bulk: ({ group: { id: group, type } }) => [
    {
      name: "remove",
      label: "Remove from the group",
      icon: UserMinus,
      danger: true,
      ask: (count) => ({
        title: `Remove ${count} from this group?`,
        text: "What this group knows of them is deleted. They stay in the other groups they are in.",
        button: "Remove from the group",
      }),
      run: ({ api }, rows) =>
        eachRow(rows, ofContact, ({ contact_id }) =>
          api.messaging.deleteContact({ params: { id: group, contact_id } }),
        ),
      told: (count) => `${count} removed from the group.`,
    },
    ...(type === "email"
      ? []
      : [
          {
            name: "blacklist",
            label: "Add to the blacklist",
            icon: Ban,
            danger: true,
            ask: (count: string) => ({
              title: `Add ${count} to the blacklist?`,
              text: "They get no more messages, whatever group they are in. You can take them off the blacklist again.",
              button: "Add to the blacklist",
            }),
            run: addToBlacklist,
            told: (count: string) => `${count} added to the blacklist.`,
          },
        ]),
  ],
});

/** How a contact is called: by name, or by the number or address one writes to. */
export function calledBy(contact: Pick<Contact, "name" | "msisdn" | "email">, show: (e164: string) => string): string {
  return contact.name || (contact.msisdn ? show(contact.msisdn) : (contact.email ?? ""));
}

/** The list of a group's contacts as a search says it, without what belongs to a drawer over it. */
export function memberList(search: string): string {
  return `${href("/contacts/contact-group/details")}${withQuery(search, { contact: undefined, _routes: undefined }, true)}`;
}
