import type { Act } from "../desk/act";
import type { ContactRow } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { addMessage, freshId } from "../records/messages";

/** What one agent tells the next: a private note of the conversation. */
export async function note(act: Act, found: ContactRow, text: string): Promise<void> {
  const written = await addMessage(act, {
    ...{ contact_id: found.contact_id, inbox_id: found.inbox_id, message_id: freshId(), author: "agent", type: "note" },
    ...{ author_id: act.by.id, author_name: act.by.name, is_admin: true, text, at: act.now, status: "sent" },
  });
  if (written) await tellMessage(act, written);
}
