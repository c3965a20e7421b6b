import { sql } from "kysely";
import { z } from "zod";
import { afterEnd, afterStart, endedFields, startedFields } from "../../../rules/chat";
import type { NoticeKind } from "../../../rules/notices";
import { markSubjectRead } from "../../kit/notice-store";
import type { NewNotice } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Contact } from "../contract.schemas";
import { type AgentRow, agentLoad, agentRow, mustLockAgent, tellAgent, writeLoad } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { type ContactRow, mustLock } from "../records/contacts";
import { secondsSnoozed, snoozeOver } from "../records/snooze";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { assignWaiting } from "./assign-waiting";

const ContactIdRow = z.object({ contact_id: z.number() });

/**
 * Starts a conversation for an agent, by a conditional update: of two who take it at once exactly one wins (M23). The
 * account's lock is held. Answers nothing when it is not there to be started.
 */
export async function begin(
  unit: UnitOfWork,
  id: number,
  agentId: string,
  change: "started" | "begun" = "started",
): Promise<Contact | undefined> {
  const { trx, account, now } = unit;
  const agent = await mustLockAgent(unit, agentId);
  const fields = startedFields({ id: agent.participant_id, name: agent.name }, now);
  const won = await checkedRow(
    trx,
    ContactIdRow,
    sql`
    update chat.contacts set response_by = ${fields.response_by}, participant_id = ${fields.participant_id},
      started = coalesce(started, ${now}::timestamptz), assigned = ${fields.assigned}, opened = true, ended = false,
      waiting_since = null, preferred_agent = null, avoided = null, again = false, resumed_at = null, updated_at = ${now},
      team_taken_at = case when team_id is not null then coalesce(team_taken_at, ${now}::timestamptz) end
    where customer_account = ${account} and contact_id = ${id} and not opened and not ended
    returning contact_id`,
  );
  if (!won) return undefined;
  await writeLoad(unit, agentId, afterStart(agentLoad(agent)), true);
  const given = unit.by.id !== agentId;
  await remember(unit, id, "started", given ? `Given to ${agent.name}` : `${agent.name} started the conversation`);
  const contact = await tellContact(unit, id, change);
  await tellAgent(unit, agentId);
  if (given) unit.notices.push(givenNotice(unit, agentId, contact));
  return contact;
}

/** What the agent is told who did not take the conversation. */
function givenNotice({ by, now }: UnitOfWork, agent: string, { contact_id: id, name }: Contact): NewNotice {
  const words = by.kind === "agent" ? `${by.name} gave you a conversation` : "You were given a conversation";
  const key = `conversation:${id}:${now.getTime()}`;
  return { users: [agent], kind: "conversation assigned", subject: id, words: `${words}: ${name || "no name"}`, key };
}

const givenKinds = ["conversation assigned", "conversation resumed"] as const;
/** All that somebody is told of a conversation. */
export const conversationKinds = [...givenKinds, "conversation mention"] as const;

/** What an agent was told of a conversation is read: they have opened it, or it is no longer theirs. */
export async function readGivenNotice(
  { trx, account, bells }: UnitOfWork,
  agent: string | null,
  id: number,
  kinds: readonly NoticeKind[] = givenKinds,
): Promise<void> {
  if (!agent) return;
  const reader = { account, user: agent, kinds };
  if (await markSubjectRead(trx, reader, id)) bells.add(agent);
}

/** An agent takes a waiting conversation. @throws ConflictError 409 with who has it, 406 when there is nothing to take */
export async function start(unit: UnitOfWork, id: number, agentId: string): Promise<Contact> {
  await lockAccount(unit);
  const agent = await mustLockAgent(unit, agentId);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  if (found.opened && found.participant_id !== agentId)
    throw new ConflictError(409, `${found.response_by} was faster: they are answering this conversation.`);
  if (found.opened) return tellContact(unit, id, "started");
  if (found.team_id !== null && found.team_opened_at === null && found.team_id !== agent.team_id)
    throw new ConflictError(
      406,
      `It waits for the team ${found.team}. To take it yourself, transfer it to the queue first.`,
    );
  roomFor(agent, "You have");
  const contact = await begin(unit, id, agentId);
  if (!contact) throw new ConflictError(409, "Another agent was faster.");
  return contact;
}

/** By hand one may go up to max_conversation (Q071). @throws ConflictError 406 */
export function roomFor(agent: AgentRow, who: string): void {
  const { conversations, max_conversation: most } = agent;
  if (conversations >= most)
    throw new ConflictError(406, `${who} ${conversations} conversations open, and ${most} is the most. End one first.`);
}

/** Ends an open or waiting conversation. Twice is once (M22); the slot goes to whoever waits longest. */
export async function end(unit: UnitOfWork, id: number): Promise<Contact> {
  const { trx, account, now, by } = unit;
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) return tellContact(unit, id, "ended");
  const { ended, opened, postchat, idle_time } = endedFields;
  await sql`
    update chat.contacts set ended = ${ended}, opened = ${opened}, postchat = ${postchat}, idle_time = ${idle_time},
      ended_at = ${now}, ended_by = ${by.name}, waiting_since = null, preferred_agent = null, avoided = null, again = false, warned_at = null,
      skill_id = null, skill_until = null,
      ${snoozeOver(unit)}, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  if (found.opened) await release(unit, found);
  const who = by.kind === "customer" ? "The customer" : by.name;
  await remember(unit, id, "ended", `${who} ended the conversation`);
  const contact = await tellContact(unit, id, "ended");
  await assignWaiting(unit);
  return contact;
}

/** Whoever had it until now keeps their share of its handle time. */
async function keepShare({ trx, account, now }: UnitOfWork, found: ContactRow) {
  const { contact_id, participant_id, assigned } = found;
  if (!participant_id || !assigned) return;
  const until = new Date(Math.max(now.getTime(), assigned.getTime()));
  const lasted = (until.getTime() - assigned.getTime()) / 1000;
  const snoozed = Math.min(lasted, secondsSnoozed(found, now));
  await sql`
    insert into chat.earlier_agents (customer_account, contact_id, participant_id, assigned, released, snoozed_seconds)
    values (${account}, ${contact_id}, ${participant_id}, ${assigned}, ${until}, ${snoozed})`.execute(trx);
  await sql`
    update chat.contacts set held_seconds = held_seconds + ${lasted - snoozed}, snoozed_seconds = 0
    where customer_account = ${account} and contact_id = ${contact_id}`.execute(trx);
}

/** Takes a conversation off its agent's count; it is theirs no more. */
async function release(unit: UnitOfWork, found: ContactRow): Promise<void> {
  await readGivenNotice(unit, found.participant_id, found.contact_id);
  const agent = found.participant_id ? await agentRow(unit.trx, unit.account, found.participant_id) : undefined;
  if (!agent) return;
  await writeLoad(unit, agent.participant_id, afterEnd(agentLoad(agent)));
  await tellAgent(unit, agent.participant_id);
}

/**
 * Puts an open conversation back into the queue; not to the same agent. A customer who waits for an answer, and one that
 * an agent passes on by hand, go before those who wait for a first answer; an answered and silent one goes to the end.
 * By hand it waits for no team and no skill any more; else it waits for them again.
 */
export async function requeue(unit: UnitOfWork, id: number, words: string, byHand: boolean): Promise<Contact> {
  const { trx, account, now } = unit;
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  if (found.opened) {
    await sql`
      update chat.contacts set opened = false, participant_id = null, response_by = '', waiting_since = ${now},
        again = ${byHand} or not latest_is_admin,
        preferred_agent = null, avoided = ${found.participant_id}, updated_at = ${now}, team_opened_at = null,
        ${snoozeOver(unit)}, resumed_at = null, skill_until = case when skill_id is not null then ${now}::timestamptz
          + make_interval(mins => (select skill_minutes from chat.routing where customer_account = ${account})) end
      where customer_account = ${account} and contact_id = ${id}`.execute(trx);
    await keepShare(unit, found);
    await release(unit, found);
    await remember(unit, id, "queued", words);
  }
  if (byHand && (found.team_id !== null || found.skill_id !== null)) {
    await sql`
      update chat.contacts set team_id = null, team_given_at = null, team_taken_at = null, team_opened_at = null,
        skill_id = null, skill_until = null, updated_at = ${now}
      where customer_account = ${account} and contact_id = ${id}`.execute(trx);
    if (!found.opened) await remember(unit, id, "queued", words);
  }
  return tellContact(unit, id, "queued");
}

/** Gives a conversation to another agent. @throws ConflictError 406 when they can't take it */
export async function handOver(unit: UnitOfWork, id: number, to: string): Promise<Contact> {
  const { trx, account } = unit;
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  const agent = await agentRow(trx, account, to);
  if (!agent || agent.left_at)
    throw new HttpError(422, "Please correct the marked fields.", { participant_id: ["Choose an agent."] });
  if (found.participant_id === to) throw new ConflictError(406, `${agent.name} has this conversation already.`);
  if (agent.status !== "online" && to !== unit.by.id)
    throw new ConflictError(406, `${agent.name} is not online. Choose another person, or the queue.`);
  roomFor(agent, to === unit.by.id ? "You have" : `${agent.name} has`);
  await sql`
    update chat.contacts set opened = false, participant_id = null, response_by = '', skill_id = null, skill_until = null,
      ${snoozeOver(unit)}, updated_at = ${unit.now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  if (found.opened) {
    await keepShare(unit, found);
    await release(unit, found);
  }
  await begin(unit, id, to);
  const from = found.opened ? ` from ${found.response_by}` : "";
  await remember(unit, id, "transferred", `${unit.by.name} gave it${from} to ${agent.name}`);
  const contact = await tellContact(unit, id, "transferred");
  await assignWaiting(unit);
  return contact;
}
