import { sql } from "kysely";
import { type AgentStatus, statusWords } from "../../../rules/chat";
import { recordActivity } from "../../kit/activities";
import { HttpError } from "../../kit/serve";
import { mustLockAgent, tellAgent } from "../records/agents";
import { assignWaiting } from "../routing/assign-waiting";
import { activityActor } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { setStatus } from "./status";

type AgentChange = {
  max_conversation?: number | null | undefined;
  active_conversations?: number | null | undefined;
  channels?: readonly string[] | undefined;
  status?: AgentStatus | undefined;
};

/** Changes an agent's own limits, channels and status; whoever waits may be theirs now. @throws HttpError 404, 422 */
export async function changeAgent(unit: UnitOfWork, id: string, body: AgentChange) {
  const before = await mustLockAgent(unit, id);
  const max = body.max_conversation === undefined ? before.own_max : body.max_conversation;
  const active = body.active_conversations === undefined ? before.own_active : body.active_conversations;
  const most = max ?? (before.own_max === null ? before.max_conversation : undefined);
  if (most !== undefined && active !== null && active > most)
    throw new HttpError(422, "Please correct the marked fields.", {
      active_conversations: [`At most ${most}: no one is given more than they may have.`],
    });
  const channels = body.channels ?? before.channels;
  await sql`
    update chat.participants set max_conversation = ${max}, active_conversations = ${active},
      channels = ${[...channels]}::text[], updated_at = ${unit.now}
    where customer_account = ${unit.account} and participant_id = ${id}`.execute(unit.trx);
  if (body.status !== undefined) await setStatus(unit, id, body.status);
  const status = body.status && body.status !== before.status ? `, now ${statusWords[body.status]}` : "";
  await recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: "Chat agent changed",
    description: `${unit.by.name} changed ${before.name}'s limits and channels${status}`,
    subject: "chat agent",
    subject_id: id,
  });
  await assignWaiting(unit);
  return tellAgent(unit, id);
}
