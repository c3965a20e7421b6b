import { isBreak } from "../../../rules/breaks";
import type { AgentStatus } from "../../../rules/chat";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { ChatDeps } from "../deps";
import { agentRow } from "../records/agents";

/** The job that has the call centre follow a break: `{ account, user }`. */
export const shareBreakTask = "chat.share-break";

/** Whether a change of status begins or ends a break. */
export function concernsBreak(before: AgentStatus, after: AgentStatus): boolean {
  return isBreak(after) || (isBreak(before) && after === "online");
}

/** Has the call centre follow the break that an agent began or ended, once that is kept. */
export function shareBreakLater(trx: Trx, account: string, user: string): Promise<void> {
  return sendLater(trx, shareBreakTask, { account, user }, { key: `${shareBreakTask} ${account} ${user}` });
}

/** Tells the call centre which break an agent is on now. @throws Error where it does not answer */
export async function shareBreak(
  { db }: Pick<Database, "db">,
  deps: Pick<ChatDeps, "clientsOfAccount">,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, user } = payload as { account: string; user: string };
  const agent = await readAccount(db, account, (trx) => agentRow(trx, account, user));
  if (!agent || agent.left_at || agent.status === "offline") return;
  const kind = isBreak(agent.status) ? agent.status : ("none" as const);
  const body = { user_id: user, kind, since: agent.status_since.toISOString() };
  const answer = await deps.clientsOfAccount(account).voice.followBreak({ body });
  if (answer.status !== 200) throw new Error(`the call centre answered ${answer.status}: ${answer.body.message}`);
}
