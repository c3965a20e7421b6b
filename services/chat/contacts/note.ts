import type { Mention } from "../../../rules/mentions";
import type { ContactRow } from "../records/contacts";
import { tellMessage } from "../records/message-events";
import { addMessage, freshId } from "../records/messages";
import { notifyMentioned } from "../records/notes";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** What one agent tells the next: a private note of the conversation. */
export async function note(
  unit: UnitOfWork,
  found: ContactRow,
  text: string,
  mentions: readonly Mention[] = [],
): Promise<void> {
  const written = await addMessage(unit, {
    ...{ contact_id: found.contact_id, inbox_id: found.inbox_id, message_id: freshId(), author: "agent", type: "note" },
    ...{ author_id: unit.by.id, author_name: unit.by.name, is_admin: true, text, at: unit.now, status: "sent" },
    ...(mentions.length > 0 ? { meta: { mentions } } : {}),
  });
  if (!written) return;
  await tellMessage(unit, written);
  notifyMentioned(unit, found, written, mentions);
}
