import { sql } from "kysely";
import { z } from "zod";
import { presenceSeconds } from "../../../rules/chat";
import { snoozeFault } from "../../../rules/snooze";
import { checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Contact } from "../contract.schemas";
import { settleShare } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { mustLock, shownContact } from "../records/contacts";
import { resume } from "../records/snooze";
import { requeue } from "../routing/moves";
import { loadRouting } from "../routing/settings";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Puts an open conversation aside until a time, in seconds. @throws HttpError 404, 422; ConflictError 406 */
export async function snooze(unit: UnitOfWork, id: number, until: number): Promise<Contact> {
  const { trx, account, now, by } = unit;
  await lockAccount(unit);
  const fault = snoozeFault(until * 1000, now.getTime());
  if (fault) throw new HttpError(422, "Please correct the marked fields.", { until: [fault] });
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  if (!found.opened)
    throw new ConflictError(406, "Take the conversation before you snooze it: its customer waits for an answer.");
  await sql`
    update chat.contacts set snoozed_at = coalesce(snoozed_at, ${now}::timestamptz), snoozed_until = ${new Date(until * 1000)},
      snoozed_by = ${by.name}, idle_time = 0, warned_at = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  await remember(unit, id, "changed", `${by.name} snoozed the conversation`);
  const contact = await tellContact(unit, id, "snoozed");
  if (found.participant_id) await settleShare(unit, found.participant_id);
  return contact;
}

/** Brings it back by hand. @throws HttpError 404; ConflictError 406 */
export async function resumeByHand(unit: UnitOfWork, id: number): Promise<Contact> {
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  if (found.snoozed_until === null) return shownContact(found);
  return resume(unit, found, `${unit.by.name} brought it back from the snoozed ones`);
}

const DueRow = z.object({ contact_id: z.number() });
/** Brought back in one sweep; the others come with the next. */
const most = 500;

/** Brings back what is due. The account's lock is held. */
export async function resumeDue(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const due = await checkedRows(
    trx,
    DueRow,
    sql`
    select contact_id from chat.contacts where customer_account = ${account} and snoozed_until <= ${now}
    order by snoozed_until, contact_id limit ${most}`,
  );
  for (const { contact_id } of due) {
    const found = await mustLock(unit, contact_id);
    await resume(unit, found, "A snoozed conversation is back");
  }
}

const AwayRow = DueRow.extend({ participant_id: z.string() });

/** What came back to an agent who is not there waits for everyone, and is kept for that agent. The account's lock is held. */
export async function queueResumed(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const { grace_seconds } = await loadRouting(trx, account);
  const away = await checkedRows(
    trx,
    AwayRow,
    sql`
    select c.contact_id, c.participant_id from chat.contacts c
    join chat.participants p on p.customer_account = c.customer_account and p.participant_id = c.participant_id
    where c.customer_account = ${account} and c.opened and c.resumed_at is not null and c.snoozed_until is null
      and (p.left_at is not null or p.seen_at is null
        or p.seen_at <= ${now}::timestamptz - make_interval(secs => ${presenceSeconds + grace_seconds}))
    order by c.resumed_at, c.contact_id limit ${most}`,
  );
  for (const { contact_id, participant_id } of away) {
    await requeue(unit, contact_id, "It came back and its agent is away: it is offered on", false);
    await sql`
      update chat.contacts set preferred_agent = ${participant_id}, avoided = null
      where customer_account = ${account} and contact_id = ${contact_id}`.execute(trx);
    await tellContact(unit, contact_id, "queued");
  }
}
