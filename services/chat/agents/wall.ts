import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { seconds } from "../../kit/rows";
import { agentRows, shownAgent } from "../records/agents";
import { contactRows, queueOrder, shownContact } from "../records/contacts";

/** Every agent with the conversations that they have open, and who waits. */
export async function loadWall(trx: Trx, account: string, now: Date) {
  const agents = await agentRows(trx, account);
  const open = await contactRows(trx, account, sql`c.opened`, sql`c.assigned, c.contact_id`, 2_000);
  const waiting = await contactRows(trx, account, sql`c.waiting_since is not null`, queueOrder, 200);
  return {
    agents: agents.map((agent) => ({
      ...shownAgent(agent, now),
      open: open.filter((one) => one.participant_id === agent.participant_id).map(shownContact),
    })),
    waiting: waiting.map(shownContact),
    at: seconds(now),
  };
}
