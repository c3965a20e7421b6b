import type { Message } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { contactRow, shownContact } from "./contacts";
import { type MessageRow, shownMessage } from "./messages";

export type MessageChange = "made" | "status" | "edited" | "deleted" | "reaction" | "file";

/**
 * Tells the event log of a message with what a list row shows of its conversation, so that nobody asks again for each.
 * `public`: not a note, so its customer may hear it.
 */
export async function tellMessage(
  unit: UnitOfWork,
  found: MessageRow,
  change: MessageChange = "made",
): Promise<Message> {
  const message = shownMessage(found, unit);
  const contact = await contactRow(unit.trx, unit.account, found.contact_id);
  if (!contact) throw new Error(`conversation ${found.contact_id} is not there`);
  const { contact_id, ...line } = shownContact(contact);
  const { name, channel, participant_id, response_by, opened, ended, unread, waiting_since, last_customer_at } = line;
  const {
    latest_message,
    latest_at,
    latest_is_admin,
    latest_failed,
    idle_time,
    user_id,
    inbox_id,
    again,
    snoozed_until,
  } = line;
  const about = { name, channel, participant_id, response_by, opened, ended, unread, waiting_since, last_customer_at };
  unit.events.push({
    kind: "chat.message",
    body: {
      contact_id,
      message,
      contact: {
        ...about,
        contact_id,
        latest_message,
        latest_at,
        latest_is_admin,
        latest_failed,
        idle_time,
        user_id,
        inbox_id,
        again,
        snoozed_until,
      },
      public: found.type !== "note",
      change,
      by: unit.by.id,
    },
  });
  return message;
}
