import { sql } from "kysely";
import { z } from "zod";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { listAgents } from "../agents/availability";
import { callBackTask } from "../outbound/jobs";
import type { VoiceUnitOfWork } from "../workspace/context";

type PlannedCallBack = {
  phoneNumber: string;
  /** Whose it may be; none: any agent's. */
  agents: readonly string[];
  /** Since when the caller has waited: that is their place. */
  since: Date;
};

/**
 * Plans a call to a caller who asked for one: it is due since they began to wait, and belongs to the agent who is free,
 * else to the one with the fewest call-backs. Without an agent, or without a number, there is nobody to plan for.
 */
export async function planCallBack(unit: VoiceUnitOfWork, planned: PlannedCallBack): Promise<void> {
  const { trx, account, now } = unit;
  const { phoneNumber, agents, since } = planned;
  if (!/^\+\d{8,15}$/.test(phoneNumber)) return;
  const all = await listAgents(trx, account, now);
  const able = all.filter(({ user_id }) => agents.length === 0 || agents.includes(user_id));
  const logged = able.filter(({ state }) => state !== "logged_out");
  const owner = await leastBusy(unit, logged.length > 0 ? logged : able);
  if (!owner) return;
  const known = await checkedRow(
    trx,
    IdRow,
    sql`select id from voice.targets where customer_account = ${account} and group_id is null and state = 'waiting'
      and phone_number = ${phoneNumber} and next_at <= ${now}`,
  );
  if (known) return;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into voice.targets (customer_account, phone_number, note, next_at, owner_id, owner_name, changed_at)
      values (${account}, ${phoneNumber}, 'Asked for a call-back', ${since}, ${owner.user_id}, ${owner.name}, ${now})
      returning id`,
  );
  if (!made) throw new Error("the call-back was not written");
  await sendLater(trx, callBackTask, { account, target_id: made.id }, { key: `${callBackTask} ${account} ${made.id}` });
}

const OwnerCount = z.object({ owner_id: z.string(), count: z.number() });

/** The agent with the fewest call-backs that are due; of several the one who comes first. */
async function leastBusy<Agent extends { user_id: string }>(
  { trx, account }: VoiceUnitOfWork,
  agents: readonly Agent[],
): Promise<Agent | undefined> {
  const counted = await checkedRows(
    trx,
    OwnerCount,
    sql`
    select owner_id, count(*)::int as count from voice.targets
    where customer_account = ${account} and group_id is null and state = 'waiting' and owner_id <> '' group by owner_id`,
  );
  const due = new Map(counted.map(({ owner_id, count }) => [owner_id, count]));
  const least = Math.min(...agents.map(({ user_id }) => due.get(user_id) ?? 0));
  return agents.find(({ user_id }) => (due.get(user_id) ?? 0) === least);
}
