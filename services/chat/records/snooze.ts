import { sql } from "kysely";
import type { Contact } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { settleShare } from "./agents";
import { remember, tellContact } from "./contact-events";
import type { ContactRow } from "./contacts";

/** In an update of a conversation: it is snoozed no more, and the time for which it was is kept. */
export function snoozeOver({ now }: Pick<UnitOfWork, "now">) {
  return sql`snoozed_seconds = snoozed_seconds + coalesce(greatest(0, date_part('epoch', ${now}::timestamptz - snoozed_at)), 0),
    snoozed_at = null, snoozed_until = null, snoozed_by = ''`;
}

/** Seconds for which the agent of now had it snoozed, until this moment. */
export function secondsSnoozed({ snoozed_seconds, snoozed_at }: ContactRow, now: Date): number {
  const running = snoozed_at === null ? 0 : Math.max(0, now.getTime() - snoozed_at.getTime()) / 1000;
  return snoozed_seconds + running;
}

/**
 * Brings a snoozed conversation back to its agent, who is told of it unless they did it themselves. It is silent from now
 * on, and takes a slot again. Its row is locked.
 */
export async function resume(unit: UnitOfWork, found: ContactRow, why: string): Promise<Contact> {
  const { trx, account, now } = unit;
  const { contact_id: id, participant_id: agent } = found;
  await sql`
    update chat.contacts set ${snoozeOver(unit)}, resumed_at = ${now}, idle_time = 0, warned_at = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  await remember(unit, id, "changed", why);
  const contact = await tellContact(unit, id, "resumed");
  if (!agent) return contact;
  await settleShare(unit, agent);
  if (unit.by.id !== agent)
    unit.notices.push({
      ...{ users: [agent], kind: "conversation resumed", subject: id },
      words: `${why}: ${contact.name || "no name"}`,
      key: `snoozed:${id}:${now.getTime()}`,
    });
  return contact;
}
