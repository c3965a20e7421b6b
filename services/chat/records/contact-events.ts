import { sql } from "kysely";
import type { Contact } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { contactRow, shownContact } from "./contacts";

/** What became of a conversation, in the events `chat.contact`. */
export type ContactChange =
  | "made"
  | "queued"
  | "started"
  /** An agent wrote first: it never waited. */
  | "begun"
  | "transferred"
  | "ended"
  | "disposed"
  | "ignored"
  | "read"
  | "rated"
  | "changed"
  /** Its customer was erased, with every word of it. */
  | "erased"
  | "warned"
  | "snoozed"
  | "resumed"
  /** The customer fell silent, or is no longer. */
  | "idle";

/** Tells the event log what became of a conversation, with all that a list shows of it. */
export async function tellContact(unit: UnitOfWork, id: number, change: ContactChange): Promise<Contact> {
  const found = await contactRow(unit.trx, unit.account, id);
  if (!found) throw new Error(`conversation ${id} is not there`);
  const contact = shownContact(found);
  unit.events.push({ kind: "chat.contact", body: { contact, change, by: unit.by.id } });
  return contact;
}

/** What is written of a conversation, each with its colour (Q084). */
export const activityColours = {
  made: "blue",
  started: "green",
  transferred: "amber",
  queued: "amber",
  ended: "grey",
  disposed: "teal",
  ignored: "grey",
  rated: "violet",
  deleted: "red",
  warned: "amber",
  changed: "blue",
} as const;
export type ActivityAction = keyof typeof activityColours;

/** Writes what happened to a conversation (spec 2 §3, activities). */
export async function remember(
  unit: UnitOfWork,
  contact: number,
  action: ActivityAction,
  description: string,
): Promise<void> {
  const { trx, account, now, by } = unit;
  await sql`
    insert into chat.activities (customer_account, contact_id, date, action, description, color, by, by_id, by_kind)
    values (${account}, ${contact}, ${now}, ${action}, ${description}, ${activityColours[action]}, ${by.name}, ${by.id}, ${by.kind})`.execute(
    trx,
  );
}
