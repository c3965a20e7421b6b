import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { seconds } from "../../kit/rows";
import { agentRows, shownAgent } from "../records/agents";
import { contactRows, contactSource, queueOrder, shownContact } from "../records/contacts";
import { loadRouting } from "../routing/settings";
import { maxWait } from "../wait-notices";

const WaitingRow = z.object({ contact_id: z.number(), minutes: z.number().nullable() });

/** Every agent with the conversations that they have open, and who waits. */
export async function loadWall(trx: Trx, account: string, now: Date) {
  const agents = await agentRows(trx, account);
  const open = await contactRows(trx, account, sql`c.opened`, sql`c.assigned, c.contact_id`, 2_000);
  const waiting = await contactRows(trx, account, sql`c.waiting_since is not null`, queueOrder, 200);
  const { wait_minutes } = await loadRouting(trx, account);
  const limits = await checkedRows(
    trx,
    WaitingRow,
    sql`select c.contact_id, ${maxWait(wait_minutes)} as minutes from ${contactSource}
      where c.customer_account = ${account} and c.waiting_since is not null`,
  );
  const limit = new Map(limits.map(({ contact_id, minutes }) => [contact_id, minutes]));
  return {
    agents: agents.map((agent) => ({
      ...shownAgent(agent, now),
      open: open.filter((one) => one.participant_id === agent.participant_id).map(shownContact),
    })),
    waiting: waiting.map((one) => ({ ...shownContact(one), max_wait: limit.get(one.contact_id) ?? null })),
    at: seconds(now),
  };
}
