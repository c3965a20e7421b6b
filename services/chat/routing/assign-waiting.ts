import { sql } from "kysely";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { distribute, isPresent } from "../../../rules/chat";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints, seconds } from "../../kit/rows";
import { agentLoad, agentRows } from "../records/agents";
import { queueOrder } from "../records/contacts";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { endSkillWaits } from "./end-skill-waits";
import { begin } from "./moves";
import { openTeamQueues } from "./open-team-queues";

const WaitingRow = z.object({
  id: z.number(),
  channel: z.string(),
  preferred_agent: z.string().nullable(),
  avoided: z.string().nullable(),
  team: z.number().nullable(),
  skill: z.number().nullable(),
});

/** Looked through at once; the rest of a longer queue is behind these. */
const most = 500;

const AutomaticRow = z.object({ automatic: z.boolean() });

/**
 * Gives what waits to whoever can take it, the most urgent first, then the oldest, under the account's lock. Called after every change that
 * may free or need a slot; a slot that is freed is filled in the same transaction (statement M24).
 */
export async function assignWaiting(unit: UnitOfWork): Promise<void> {
  const { trx, account } = unit;
  await lockAccount(unit);
  await openTeamQueues(unit);
  await endSkillWaits(unit);
  const routing = await checkedRow(
    trx,
    AutomaticRow,
    sql`select automatic from chat.routing where customer_account = ${account}`,
  );
  if (!routing?.automatic) return;
  const now = seconds(unit.now);
  const agents = await agentRows(trx, account, sql`p.status = 'online'`);
  const there = agents.filter(({ seen_at }) => isPresent(seconds(seen_at), now));
  // What waits for a team or a skill of which no one is there is not before the others.
  const waiting = await checkedRows(
    trx,
    WaitingRow,
    sql`
    select c.contact_id as id, c.channel, c.preferred_agent, c.avoided, case when c.team_opened_at is null then c.team_id end as team,
      c.skill_id as skill
    from chat.contacts c
    where c.customer_account = ${account} and c.waiting_since is not null
      and (c.team_id is null or c.team_opened_at is not null or c.team_id = any(${bigints(there.map(({ team_id }) => team_id))}))
      and (c.skill_id is null or c.skill_id = any(${bigints(there.flatMap(({ skills }) => skills))}))
    order by ${queueOrder} limit ${most}`,
  );
  if (waiting.length === 0) return;
  const shares = distribute(
    waiting,
    agents.map((agent) => ({
      ...agentLoad(agent),
      id: agent.participant_id,
      present: isPresent(seconds(agent.seen_at), now),
      channels: agent.channels,
      given: agent.given_at?.getTime() ?? 0,
      team: agent.team_id,
      skills: agent.skills,
    })),
    unit.now.getTime(),
  );
  // The router starts for the agent: the conversation says whom, the record says that it was given.
  const system: UnitOfWork = { ...unit, by: { id: null, name: brand.name, kind: "system" } };
  for (const { chat, agent } of shares) await begin(system, chat, agent);
}
