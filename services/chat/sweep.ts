import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { idleMinutes, presenceSeconds } from "../../rules/chat";
import type { Database } from "../kit/database";
import { AccountRow, checkedRow, checkedRows } from "../kit/row-schema";
import { bigints } from "../kit/rows";
import { setStatus } from "./agents/status";
import { endSilent } from "./bot/hand-over";
import { tellLongWaits } from "./long-waits";
import { sendSystemMessage } from "./messages/send";
import { settleShare, tellAgent } from "./records/agents";
import { remember, tellContact } from "./records/contact-events";
import { contactRow } from "./records/contacts";
import { assignWaiting } from "./routing/assign-waiting";
import { end } from "./routing/moves";
import { requeueAll } from "./routing/requeue";
import { loadRouting } from "./routing/settings";
import { queueResumed, resumeDue } from "./snooze/snooze";
import { notifyLongWaits } from "./wait-notices";
import { change } from "./workspace/context";
import { lockAccount } from "./workspace/seed";
import type { UnitOfWork } from "./workspace/unit-of-work";

/**
 * Looks after every account that has something open, waiting or somebody who is not offline: absence, silence, the queue.
 * Several processes may do so at once; a second look at the same time finds nothing to do.
 */
export async function sweep({ db }: Database, secret: string, now = new Date()): Promise<void> {
  const accounts = await checkedRows(
    db,
    AccountRow,
    sql`
    select customer_account as account from chat.account_state where watched`,
  );
  const by = { id: null, name: brand.name, kind: "system" } as const;
  for (const { account } of accounts) {
    await change({ db, account, now, by, secret }, async (unit) => {
      await lockAccount(unit);
      await resumeDue(unit);
      await queueResumed(unit);
      await absences(unit);
      await silences(unit);
      await endSilent(unit);
      await assignWaiting(unit);
      await tellLongWaits(unit);
      await notifyLongWaits(unit);
      await rest(unit);
    });
  }
}

const ParticipantIdRow = z.object({ participant_id: z.string() });

const AbsenceRow = z.object({ participant_id: z.string(), status: z.string() });

/**
 * Presence ends 90 s after the last heartbeat (M27): it is told once. After the grace time their conversations are
 * offered on, and who was online is offline.
 */
async function absences(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const gone = await checkedRows(
    trx,
    ParticipantIdRow,
    sql`
    update chat.participants set absent_since = ${now}
    where customer_account = ${account} and left_at is null and absent_since is null and status <> 'offline'
      and (seen_at is null or seen_at <= ${now}::timestamptz - make_interval(secs => ${presenceSeconds}))
    returning participant_id`,
  );
  for (const { participant_id } of gone) await tellAgent(unit, participant_id);
  const { grace_seconds } = await loadRouting(trx, account);
  const over = await checkedRows(
    trx,
    AbsenceRow,
    sql`
    select participant_id, status from chat.participants p where customer_account = ${account} and absent_since is not null
      and absent_since <= ${now}::timestamptz - make_interval(secs => ${grace_seconds})
      and (status = 'online' or exists (select from chat.contacts c where c.customer_account = p.customer_account
        and c.participant_id = p.participant_id and c.opened and c.snoozed_until is null))`,
  );
  for (const { participant_id, status } of over) {
    await requeueAll(unit, participant_id, "The agent is away: it is offered on");
    if (status === "online") await setStatus(unit, participant_id, "offline");
  }
}

const words = {
  warn: {
    en: "Are you still there? We end this conversation soon. You can write at any time to continue.",
    sw: "Bado upo? Tutafunga mazungumzo haya hivi karibuni. Andika wakati wowote na tutaendelea.",
  },
  end: {
    en: "We have ended this conversation. Write any time to start a new one.",
    sw: "Tumefunga mazungumzo haya. Andika wakati wowote kuanza mapya.",
  },
};

const Silent = z.object({ contact_id: z.number(), minutes: z.number(), warned: z.boolean(), language: z.string() });

const TurnedRow = z.object({ contact_id: z.number(), participant_id: z.string(), turned: z.boolean() });

/**
 * Counts the minutes of silence. Who is silent for ten takes no slot of their agent's any more. A message that comes in
 * meanwhile is newer than what was looked at: its row is left as it is.
 */
async function count(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const counted = await checkedRows(
    trx,
    TurnedRow,
    sql`
    update chat.contacts c set idle_time = s.minutes
    from (select contact_id, latest_at, idle_time as before,
        floor(extract(epoch from ${now}::timestamptz - greatest(latest_at, resumed_at)) / 60)::int as minutes
      from chat.contacts where customer_account = ${account} and opened and latest_is_admin and latest_at <= ${now}
        and snoozed_until is null) s
    where c.customer_account = ${account} and c.contact_id = s.contact_id and c.opened and c.latest_is_admin and c.snoozed_until is null
      and c.latest_at = s.latest_at and c.idle_time = s.before and s.minutes <> s.before
    returning c.contact_id, c.participant_id, (s.before >= ${idleMinutes}) <> (s.minutes >= ${idleMinutes}) as turned`,
  );
  const turned = counted.filter((one) => one.turned);
  for (const { contact_id } of turned) await tellContact(unit, contact_id, "idle");
  for (const agent of new Set(turned.map(({ participant_id }) => participant_id))) await settleShare(unit, agent);
}

/** Minutes of the customer's silence after an answer (Q072): counted, then a warning, then the end. */
async function silences(unit: UnitOfWork): Promise<void> {
  const { trx, account } = unit;
  await count(unit);
  const { warn_minutes, end_minutes } = await loadRouting(trx, account);
  if (warn_minutes === null && end_minutes === null) return;
  const silent = await checkedRows(
    trx,
    Silent,
    sql`
    select contact_id, idle_time as minutes, warned_at is not null as warned, language from chat.contacts
    where customer_account = ${account} and opened and latest_is_admin and snoozed_until is null
      and (idle_time >= ${end_minutes}::int or (idle_time >= ${warn_minutes}::int and warned_at is null))
    order by contact_id limit 200`,
  );
  for (const { contact_id, minutes, warned, language } of silent) {
    const over = end_minutes !== null && minutes >= end_minutes;
    const tongue = language === "sw" ? "sw" : "en";
    // Who was not warned is warned first, however long nobody swept.
    if (warn_minutes !== null && !warned) {
      await warn(unit, contact_id, words.warn[tongue]);
      continue;
    }
    if (!over) continue;
    const found = await contactRow(trx, account, contact_id);
    if (found) await sendSystemMessage(unit, found, words.end[tongue]);
    await end(unit, contact_id);
  }
}

async function warn(unit: UnitOfWork, id: number, text: string): Promise<void> {
  const found = await contactRow(unit.trx, unit.account, id);
  if (!found) return;
  await sql`
    update chat.contacts set warned_at = ${unit.now} where customer_account = ${unit.account} and contact_id = any(${bigints([id])})`.execute(
    unit.trx,
  );
  await remember(unit, id, "warned", "The customer was asked whether they are still there");
  await sendSystemMessage(unit, found, text);
  await tellContact(unit, id, "warned");
}

const BusyRow = z.object({ busy: z.boolean() });

/** An account where nothing is open, nothing waits and everybody is offline is left alone until something happens. */
async function rest({ trx, account }: UnitOfWork): Promise<void> {
  const busy = await checkedRow(
    trx,
    BusyRow,
    sql`
    select exists (select from chat.contacts where customer_account = ${account} and not ended)
      or exists (select from chat.participants where customer_account = ${account} and status <> 'offline') as busy`,
  );
  if (!busy?.busy)
    await sql`update chat.account_state set watched = false where customer_account = ${account}`.execute(trx);
}
