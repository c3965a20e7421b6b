import { sql } from "kysely";
import { isPresent } from "../../../rules/chat";
import type { Trx } from "../../kit/database";
import { seconds } from "../../kit/rows";
import { type AgentRow, agentRows } from "../records/agents";
import { loadRouting, opening } from "./settings";

/** Agents who are online with a tab of theirs open. */
export async function presentAgents(trx: Trx, account: string, now: Date): Promise<AgentRow[]> {
  const agents = await agentRows(trx, account, sql`p.status = 'online'`);
  return agents.filter(({ seen_at }) => isPresent(seconds(seen_at), seconds(now)));
}

/** Whether anybody can answer now: business hours, and somebody online. `opens_at` in seconds. */
export async function availability(trx: Trx, account: string, now: Date) {
  const { open, opens_at } = opening(await loadRouting(trx, account), now);
  const online = (await presentAgents(trx, account, now)).length > 0;
  return { open: open && online, online, opens_at };
}
