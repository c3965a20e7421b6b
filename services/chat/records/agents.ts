import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { assignable, idleMinutes, isPresent } from "../../../rules/chat";
import type { Trx } from "../../kit/database";
import { keyColumn, orderBy } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { agentStatuses } from "../contract.fields";
import { Participant } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** An agent as they are stored, with the account's limits beside their own. */
const AgentRow = z.object({
  customer_account: z.string(),
  participant_id: z.string(),
  email: z.string(),
  name: z.string(),
  status: z.enum(agentStatuses),
  engaged: z.boolean(),
  should_assign: z.boolean(),
  conversations: z.number(),
  /** Of these, those whose customer is silent, and snoozed ones. */
  idle: z.number(),
  own_max: z.number().nullable(),
  own_active: z.number().nullable(),
  max_conversation: z.number(),
  active_conversations: z.number(),
  channels: z.array(z.string()),
  team_id: z.number(),
  skills: z.array(z.number()),
  status_since: z.date(),
  seen_at: z.date().nullable(),
  absent_since: z.date().nullable(),
  given_at: z.date().nullable(),
  left_at: z.date().nullable(),
  updated_at: z.date(),
});
export type AgentRow = z.infer<typeof AgentRow>;

const agentSource = sql`chat.participants p join chat.routing r on r.customer_account = p.customer_account`;
const columns = sql`p.customer_account, p.participant_id, p.email, p.name, p.status, p.engaged, p.should_assign, p.conversations,
  p.max_conversation as own_max, p.active_conversations as own_active, p.channels, p.team_id,
  to_jsonb(p.skills) as skills, p.status_since, p.seen_at, p.absent_since,
  p.given_at, p.left_at, p.updated_at, coalesce(p.max_conversation, r.max_conversation) as max_conversation,
  coalesce(p.active_conversations, r.active_conversations) as active_conversations,
  (select count(*)::int from chat.contacts c where c.customer_account = p.customer_account
    and c.participant_id = p.participant_id and c.opened
    and (c.idle_time >= ${idleMinutes} or c.snoozed_until is not null)) as idle`;

const byName = orderBy("name", [keyColumn("text", sql`lower(p.name)`), keyColumn("text", "p.participant_id")], true);
const answering = (account: string) => sql`${agentSource} where p.customer_account = ${account} and p.left_at is null`;

/** Everybody who may answer, by a condition on `p`, by name. */
export function agentRows(trx: Trx, account: string, where = sql`true`): Promise<AgentRow[]> {
  return checkedRows(
    trx,
    AgentRow,
    sql`
    select ${columns} from ${answering(account)} and ${where} order by lower(p.name), p.participant_id limit 2000`,
  );
}

/** A page of them. */
export function agentPage(trx: Trx, account: string, where: RawBuilder<unknown>, pageQuery: PageQuery) {
  const from = sql`${answering(account)} and ${where}`;
  return pageOfRows(trx, pageQuery, { schema: AgentRow, select: columns, from, order: byName });
}

/** Every page of an agent asks for their own: batched. */
export function agentRow(trx: Trx, account: string, id: string): Promise<AgentRow | undefined> {
  return checkedRow(
    trx,
    AgentRow,
    sql`select ${columns} from ${agentSource} where p.customer_account = ${account} and p.participant_id = ${id}`,
    { batched: true },
  );
}

/** Their row, locked until the commit. @throws HttpError 404 for who may not answer */
export async function mustLockAgent({ trx, account }: UnitOfWork, id: string): Promise<AgentRow> {
  await sql`select 1 from chat.participants where customer_account = ${account} and participant_id = ${id} for update`.execute(
    trx,
  );
  const found = await agentRow(trx, account, id);
  if (!found || found.left_at) throw new HttpError(404, "There is no such agent.");
  return found;
}

/** As the contract has it. */
export function shownAgent(found: AgentRow, now: Date): Participant {
  return Participant.parse({
    ...found,
    shouldAssign: found.should_assign,
    own_limits: found.own_max !== null || found.own_active !== null,
    status_since: seconds(found.status_since),
    present: isPresent(seconds(found.seen_at), seconds(now)),
    updated_at: seconds(found.updated_at),
  });
}

/** Tells the event log how an agent is now. */
export async function tellAgent(unit: UnitOfWork, id: string): Promise<Participant> {
  const found = await agentRow(unit.trx, unit.account, id);
  if (!found) throw new Error(`agent ${id} is not there`);
  const participant = shownAgent(found, unit.now);
  unit.events.push({ kind: "chat.participant", body: { participant } });
  return participant;
}

/** Writes the share of the rules that a start or an end changes (R085, R086). */
export async function writeLoad(
  { trx, account, now }: UnitOfWork,
  id: string,
  load: { engaged: boolean; shouldAssign: boolean; conversations: number },
  given = false,
): Promise<void> {
  await sql`
    update chat.participants set engaged = ${load.engaged}, should_assign = ${load.shouldAssign},
      conversations = ${load.conversations}, updated_at = ${now} ${given ? sql`, given_at = clock_timestamp()` : sql``}
    where customer_account = ${account} and participant_id = ${id}`.execute(trx);
}

/** The rule's view of an agent. */
export function agentLoad({ status, conversations, idle, active_conversations, max_conversation }: AgentRow) {
  return { status, conversations, idle, limit: active_conversations, most: max_conversation };
}

/** A conversation of theirs fell silent or woke up: whether they may be given another follows. */
export async function settleShare(unit: UnitOfWork, id: string): Promise<void> {
  const agent = await agentRow(unit.trx, unit.account, id);
  if (!agent || agent.left_at) return;
  if (agent.status === "online")
    await sql`
      update chat.participants set should_assign = ${assignable(agentLoad(agent))}, updated_at = ${unit.now}
      where customer_account = ${unit.account} and participant_id = ${id} and status = 'online'`.execute(unit.trx);
  await tellAgent(unit, id);
}
