import { sql } from "kysely";
import { z } from "zod";
import { isAdmin } from "../../../rules/access";
import { type AgentStatus, afterStatus, isPresent } from "../../../rules/chat";
import type { Person } from "../../kit/principal";
import { checkedRow } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import type { Participant } from "../contract.schemas";
import { type AgentRow, agentRow, mustLockAgent, shownAgent, tellAgent } from "../records/agents";
import { assignWaiting } from "../routing/assign-waiting";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { concernsBreak, shareBreakLater } from "./share-break";

/** Whether a person may answer chats: the permission, or an administrator (R037). */
export function answers({ permissions, roles }: Pick<Person, "permissions" | "roles">): boolean {
  return isAdmin(roles) || permissions.includes("View chat inbox");
}

/** Makes the caller known as an agent, with the name and address they have now. */
export async function join(
  { trx, account, now }: UnitOfWork,
  who: { id: string; name: string; email: string; user_group: string },
): Promise<void> {
  // A team that has no number is the main one.
  const team = /^\d{1,9}$/.test(who.user_group) ? Number(who.user_group) : 1;
  // An address that somebody else has left behind is theirs no more.
  await sql`
    update chat.participants set left_at = ${now} where customer_account = ${account} and lower(email) = lower(${who.email})
      and participant_id <> ${who.id} and left_at is null`.execute(trx);
  await sql`
    insert into chat.participants as p (customer_account, participant_id, email, name, team_id, status_since, updated_at)
    values (${account}, ${who.id}, ${who.email}, ${who.name}, ${team}, ${now}, ${now})
    on conflict (customer_account, participant_id) do update
      set email = excluded.email, name = excluded.name, team_id = excluded.team_id, left_at = null, updated_at = excluded.updated_at
      where p.email <> excluded.email or p.name <> excluded.name or p.team_id <> excluded.team_id or p.left_at is not null`.execute(
    trx,
  );
}

/**
 * Changes an agent's status and its record: the open one is closed and the next opened in this transaction, under the
 * row's lock, so two tabs at once leave no overlap (statement M25). The same status again changes nothing. The call centre
 * follows a break. @param options.followed when it was chosen there, if it was
 */
export async function setStatus(
  unit: UnitOfWork,
  id: string,
  status: AgentStatus,
  { followed }: { followed?: Date } = {},
): Promise<Participant> {
  await lockAccount(unit);
  const agent = await mustLockAgent(unit, id);
  if (agent.status !== status) {
    const at = followed ?? unit.now;
    await record({ ...unit, now: at }, agent, status);
    const { engaged, shouldAssign } = afterStatus(status);
    await sql`
      update chat.participants set status = ${status}, engaged = ${engaged}, should_assign = ${shouldAssign},
        status_since = ${at}, updated_at = ${unit.now}
      where customer_account = ${unit.account} and participant_id = ${id}`.execute(unit.trx);
    if (!followed && concernsBreak(agent.status, status)) await shareBreakLater(unit.trx, unit.account, id);
  }
  const participant = await tellAgent(unit, id);
  if (status === "online") await assignWaiting(unit);
  return participant;
}

const EndedRow = z.object({ ended: z.date() });

/** Closes the record of the status they had and opens the next (R089, Q083). */
async function record(
  { trx, account, now }: UnitOfWork,
  { participant_id, name }: AgentRow,
  status: AgentStatus,
): Promise<void> {
  const closed = await checkedRow(
    trx,
    EndedRow,
    sql`
    update chat.breaks set time_ended = greatest(time, ${now}::timestamptz)
    where customer_account = ${account} and participant_id = ${participant_id} and time_ended is null
    returning time_ended as ended`,
  );
  await sql`
    insert into chat.breaks (customer_account, participant_id, name, status, time)
    values (${account}, ${participant_id}, ${name}, ${status}, ${closed?.ended ?? now})`.execute(trx);
}

/** A tab of theirs is there. Whoever comes back is given what waits. */
export async function heartbeat(unit: UnitOfWork, id: string): Promise<Participant> {
  const { trx, account, now } = unit;
  const before = await agentRow(trx, account, id);
  const back = !before || before.absent_since !== null || !isPresent(seconds(before.seen_at), seconds(now));
  if (back) await lockAccount(unit);
  await sql`
    update chat.participants set seen_at = ${now}, absent_since = null
    where customer_account = ${account} and participant_id = ${id}`.execute(trx);
  if (before && !back) return shownAgent({ ...before, seen_at: now }, now);
  const participant = await tellAgent(unit, id);
  if (participant.status === "online") await assignWaiting(unit);
  return participant;
}

/** Seconds after which the next thing that somebody does is written down as a sign of life. */
const staleSeconds = 30;

/** Whether what an agent does now says something new: they are not offline, and were last heard of a while ago. */
export function isStale({ status, seen_at }: Pick<AgentRow, "status" | "seen_at">, now: Date): boolean {
  return status !== "offline" && (seen_at === null || now.getTime() - seen_at.getTime() > staleSeconds * 1000);
}

/** Somebody does something: they are an agent from then on, and there, with script in their browser or without. */
export async function alive(unit: UnitOfWork, who: Parameters<typeof join>[1]): Promise<void> {
  await join(unit, who);
  const found = await agentRow(unit.trx, unit.account, who.id);
  if (found && isStale(found, unit.now)) await heartbeat(unit, who.id);
}
