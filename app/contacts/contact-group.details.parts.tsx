import { Form } from "@remix-run/react";
import { Undo2, UserMinus } from "lucide-react";
import { showPhone } from "../../rules/phone";
import type { Contact, ContactGroup } from "../../services/messaging/contract.contacts";
import { DateTime } from "../kit/date-time";
import { Button } from "../kit/ui/button";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { headingOf } from "./mapping";
import { calledBy } from "./members.list";
import { packed } from "./taken";

/** How many merge fields have a column of their own; all of them are in the drawer and in the CSV. */
const fieldColumns = 3;

const figure = /^-?\d{1,3}(?:[, ]?\d{3})*(?:\.\d+)?$/;

/** Does every one of these rows that has a value have a number in this field? Then the column is one of figures. */
function isFigures(rows: readonly Contact[], field: string): boolean {
  const values = rows.flatMap(({ fields }) => fields[field] || []);
  return values.length > 0 && values.every((value) => figure.test(value));
}

/** Who it is, what the group knows of them, whether they may be messaged. */
export function memberTable(
  group: ContactGroup,
  rows: readonly Contact[],
  zone: string,
  open: (contact: Contact) => string,
): Column<Contact>[] {
  const number: Column<Contact> = {
    name: "phone",
    label: "Phone",
    num: true,
    mobileOrder: 3,
    cell: (contact) => (contact.msisdn ? showPhone(contact.msisdn) : "–"),
  };
  const email: Column<Contact> = { name: "email", label: "Email", cell: (contact) => contact.email ?? "–" };
  return [
    {
      name: "name",
      label: "Name",
      wide: true,
      mobileOrder: 1,
      cell: (contact) => <RowLink to={open(contact)}>{calledBy(contact, showPhone)}</RowLink>,
    },
    ...(group.type === "email" ? [email] : [number]),
    ...group.field_names.slice(0, fieldColumns).map(
      (field): Column<Contact> => ({
        name: `field ${field}`,
        label: headingOf(field),
        muted: true,
        clip: true,
        ...(isFigures(rows, field) ? { align: "right" as const, num: true } : {}),
        mobileOrder: 4,
        cardLabel: headingOf(field),
        cell: (contact) => contact.fields[field] || "–",
      }),
    ),
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 2,
      cell: (contact) =>
        contact.blacklisted ? <Status kind="bad">Blacklisted</Status> : <Status kind="good">Active</Status>,
    },
    {
      name: "added",
      label: "Added",
      muted: true,
      mobileOrder: 6,
      cell: (contact) => <DateTime at={contact.added_at} zone={zone} />,
    },
  ];
}

/** In the drawer's foot: out of this group, with a way back. One of them, and not one a row: fifty menus doubled the page. */
export function TakeOut({ contact, back }: { contact: Contact; back: string }) {
  return (
    <Form method="post" action={back} className="ml-auto" preventScrollReset>
      <input type="hidden" name="contact_id" value={contact.contact_id} />
      <input type="hidden" name="was" value={packed(contact)} />
      <Button variant="danger-outline" size="lg" icon={UserMinus} name="intent" value="take">
        Remove from the group
      </Button>
    </Form>
  );
}

/** After the deed: what was done, and the way back. */
export function Taken({ called, was, working }: { called: string; was: string; working: boolean }) {
  return (
    <Form method="post" className="card mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-medium">{called}</b> was removed from this group.
      </p>
      <input type="hidden" name="was" value={was} />
      <Button icon={Undo2} name="intent" value="put back" working={working}>
        Put back
      </Button>
    </Form>
  );
}
