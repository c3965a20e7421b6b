import type { Message } from "../contract.shapes";
import type { Act } from "../desk/act";
import { contactRow, shownContact } from "./contacts";
import { type MessageRow, shownMessage } from "./messages";

export type MessageChange = "made" | "status" | "edited" | "deleted" | "reaction" | "file";

/**
 * Tells the event log of a message with what a list row shows of its conversation, so that nobody asks again for each.
 * `public`: not a note, so its customer may hear it.
 */
export async function tellMessage(act: Act, found: MessageRow, change: MessageChange = "made"): Promise<Message> {
  const message = shownMessage(found, act);
  const contact = await contactRow(act.trx, act.account, found.contact_id);
  if (!contact) throw new Error(`conversation ${found.contact_id} is not there`);
  const { contact_id, ...line } = shownContact(contact);
  const { name, channel, participant_id, response_by, opened, ended, unread, waiting_since, last_customer_at } = line;
  const { latest_message, latest_at, latest_is_admin, idle_time, user_id, inbox_id, again } = line;
  const about = { name, channel, participant_id, response_by, opened, ended, unread, waiting_since, last_customer_at };
  act.told.push({
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
        idle_time,
        user_id,
        inbox_id,
        again,
      },
      public: found.type !== "note",
      change,
      by: act.by.id,
    },
  });
  return message;
}
