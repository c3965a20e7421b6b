import { sql } from "kysely";
import { afterEnd, afterStart, endedFields, startedFields } from "../../../rules/chat";
import { markSubjectRead } from "../../kit/notice-store";
import type { NewNotice } from "../../kit/notices";
import { Refused } from "../../kit/serve";
import type { Contact } from "../contract.shapes";
import { type Act, row } from "../desk/act";
import { lockAccount } from "../desk/seed";
import { Unmoved } from "../desk/unmoved";
import { type AgentRow, agentRow, loadOf, mustLockAgent, tellAgent, writeLoad } from "../records/agents";
import { remember, tellContact } from "../records/contact-events";
import { type ContactRow, mustLock } from "../records/contacts";
import { drain } from "./drain";

/**
 * Starts a conversation for an agent, by a conditional update: of two who take it at once exactly one wins (M23). The
 * account's lock is held. Answers nothing when it is not there to be started.
 */
export async function begin(
  act: Act,
  id: number,
  agentId: string,
  change: "started" | "begun" = "started",
): Promise<Contact | undefined> {
  const { trx, account, now } = act;
  const agent = await mustLockAgent(act, agentId);
  const fields = startedFields({ id: agent.participant_id, name: agent.name }, now);
  const won = await row<{ contact_id: number }>(
    trx,
    sql`
    update chat.contacts set response_by = ${fields.response_by}, participant_id = ${fields.participant_id},
      started = coalesce(started, ${now}::timestamptz), assigned = ${fields.assigned}, opened = true, ended = false,
      waiting_since = null, wanted = null, avoided = null, again = false, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id} and not opened and not ended
    returning contact_id`,
  );
  if (!won) return undefined;
  await writeLoad(act, agentId, afterStart(loadOf(agent)), true);
  const given = act.by.id !== agentId;
  await remember(act, id, "started", given ? `Given to ${agent.name}` : `${agent.name} started the conversation`);
  const contact = await tellContact(act, id, change);
  await tellAgent(act, agentId);
  if (given) act.notices.push(givenNotice(act, agentId, contact));
  return contact;
}

/** What the agent is told who did not take the conversation. */
function givenNotice({ by, now }: Act, agent: string, { contact_id: id, name }: Contact): NewNotice {
  const words = by.kind === "agent" ? `${by.name} gave you a conversation` : "You were given a conversation";
  const key = `conversation:${id}:${now.getTime()}`;
  return { users: [agent], kind: "conversation assigned", subject: id, words: `${words}: ${name || "no name"}`, key };
}

/** What an agent was told of a conversation is read: they have opened it, or it is no longer theirs. */
export async function readGivenNotice({ trx, account, bells }: Act, agent: string | null, id: number): Promise<void> {
  if (!agent) return;
  const reader = { account, user: agent, kinds: ["conversation assigned"] } as const;
  if (await markSubjectRead(trx, reader, id)) bells.add(agent);
}

/** An agent takes a waiting conversation. @throws Unmoved 409 with who has it, 406 when there is nothing to take */
export async function start(act: Act, id: number, agentId: string): Promise<Contact> {
  await lockAccount(act);
  const agent = await mustLockAgent(act, agentId);
  const found = await mustLock(act, id);
  if (found.ended) throw new Unmoved(406, "This conversation has ended.");
  if (found.opened && found.participant_id !== agentId)
    throw new Unmoved(409, `${found.response_by} was faster: they are answering this conversation.`);
  if (found.opened) return tellContact(act, id, "started");
  roomFor(agent, "You have");
  const contact = await begin(act, id, agentId);
  if (!contact) throw new Unmoved(409, "Another agent was faster.");
  return contact;
}

/** By hand one may go up to max_conversation (Q071). @throws Unmoved 406 */
export function roomFor(agent: AgentRow, who: string): void {
  const { conversations, max_conversation: most } = agent;
  if (conversations >= most)
    throw new Unmoved(406, `${who} ${conversations} conversations open, and ${most} is the most. End one first.`);
}

/** Ends an open or waiting conversation. Twice is once (M22); the slot goes to whoever waits longest. */
export async function end(act: Act, id: number): Promise<Contact> {
  const { trx, account, now, by } = act;
  await lockAccount(act);
  const found = await mustLock(act, id);
  if (found.ended) return tellContact(act, id, "ended");
  const { ended, opened, postchat, idle_time } = endedFields;
  await sql`
    update chat.contacts set ended = ${ended}, opened = ${opened}, postchat = ${postchat}, idle_time = ${idle_time},
      ended_at = ${now}, ended_by = ${by.name}, waiting_since = null, wanted = null, avoided = null, again = false, warned_at = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  if (found.opened) await release(act, found);
  const who = by.kind === "customer" ? "The customer" : by.name;
  await remember(act, id, "ended", `${who} ended the conversation`);
  const contact = await tellContact(act, id, "ended");
  await drain(act);
  return contact;
}

/** Whoever had it until now keeps their share of its handle time. */
async function keepShare({ trx, account, now }: Act, { contact_id, participant_id, assigned }: ContactRow) {
  if (!participant_id || !assigned) return;
  const until = new Date(Math.max(now.getTime(), assigned.getTime()));
  await sql`
    insert into chat.earlier_agents (customer_account, contact_id, participant_id, assigned, released)
    values (${account}, ${contact_id}, ${participant_id}, ${assigned}, ${until})`.execute(trx);
  await sql`
    update chat.contacts set held_seconds = held_seconds + ${(until.getTime() - assigned.getTime()) / 1000}
    where customer_account = ${account} and contact_id = ${contact_id}`.execute(trx);
}

/** Takes a conversation off its agent's count; it is theirs no more. */
async function release(act: Act, found: ContactRow): Promise<void> {
  await readGivenNotice(act, found.participant_id, found.contact_id);
  const agent = found.participant_id ? await agentRow(act.trx, act.account, found.participant_id) : undefined;
  if (!agent) return;
  await writeLoad(act, agent.participant_id, afterEnd(loadOf(agent)));
  await tellAgent(act, agent.participant_id);
}

/**
 * Puts an open conversation back into the queue; not to the same agent. A customer who waits for an answer, and one that
 * an agent passes on by hand, go before those who wait for a first answer; an answered and silent one goes to the end.
 */
export async function requeue(act: Act, id: number, words: string, byHand: boolean): Promise<Contact> {
  const { trx, account, now } = act;
  await lockAccount(act);
  const found = await mustLock(act, id);
  if (found.ended) throw new Unmoved(406, "This conversation has ended.");
  if (found.opened) {
    await sql`
      update chat.contacts set opened = false, participant_id = null, response_by = '', waiting_since = ${now},
        again = ${byHand} or not latest_is_admin,
        wanted = null, avoided = ${found.participant_id}, updated_at = ${now}
      where customer_account = ${account} and contact_id = ${id}`.execute(trx);
    await keepShare(act, found);
    await release(act, found);
    await remember(act, id, "queued", words);
  }
  return tellContact(act, id, "queued");
}

/** Gives a conversation to another agent. @throws Unmoved 406 when they can't take it */
export async function handOver(act: Act, id: number, to: string): Promise<Contact> {
  const { trx, account } = act;
  await lockAccount(act);
  const found = await mustLock(act, id);
  if (found.ended) throw new Unmoved(406, "This conversation has ended.");
  const agent = await agentRow(trx, account, to);
  if (!agent || agent.left_at)
    throw new Refused(422, "Please correct the marked fields.", { participant_id: ["Choose an agent."] });
  if (found.participant_id === to) throw new Unmoved(406, `${agent.name} has this conversation already.`);
  if (agent.status !== "online" && to !== act.by.id)
    throw new Unmoved(406, `${agent.name} is not online. Choose another person, or the queue.`);
  roomFor(agent, to === act.by.id ? "You have" : `${agent.name} has`);
  await sql`
    update chat.contacts set opened = false, participant_id = null, response_by = '', updated_at = ${act.now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  if (found.opened) {
    await keepShare(act, found);
    await release(act, found);
  }
  await begin(act, id, to);
  const from = found.opened ? ` from ${found.response_by}` : "";
  await remember(act, id, "transferred", `${act.by.name} gave it${from} to ${agent.name}`);
  const contact = await tellContact(act, id, "transferred");
  await drain(act);
  return contact;
}
