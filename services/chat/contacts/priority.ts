import { sql } from "kysely";
import { type ChatPriority, chatPriorityNames, priorityAt, priorityRank } from "../../../rules/chat-priority";
import type { Contact } from "../contract.schemas";
import { remember, tellContact } from "../records/contact-events";
import { mustLock, shownContact } from "../records/contacts";
import { ConflictError } from "../workspace/conflict";
import type { UnitOfWork } from "../workspace/unit-of-work";

/**
 * Sets how urgent a conversation is. Whoever waits and could be given to someone was given already, so a new order of the
 * queue gives nothing out. @throws HttpError 404; ConflictError 406 when it has ended
 */
export async function setPriority(unit: UnitOfWork, id: number, priority: ChatPriority): Promise<Contact> {
  const { trx, account, now, by } = unit;
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  if (priorityAt(found.priority) === priority) return shownContact(found);
  await sql`
    update chat.contacts set priority = ${priorityRank(priority)}, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  const [from, to] = [chatPriorityNames[priorityAt(found.priority)], chatPriorityNames[priority]];
  await remember(unit, id, "changed", `${by.name} changed the priority from ${from} to ${to}`);
  return tellContact(unit, id, "changed");
}
