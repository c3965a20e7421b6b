import { isBreak } from "../../../rules/breaks";
import type { SharedBreak } from "../../kit/contract.breaks";
import { agentRow } from "../records/agents";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { setStatus } from "./status";

/**
 * An agent began or ended a break at the phone: the same here, from the same moment. Nothing changes for someone who is
 * offline here, or who chose something here later. @returns whether it changed
 */
export async function followBreak(unit: UnitOfWork, { user_id, kind, since }: SharedBreak): Promise<boolean> {
  await lockAccount(unit);
  const agent = await agentRow(unit.trx, unit.account, user_id);
  if (!agent || agent.left_at || agent.status === "offline") return false;
  const at = new Date(since);
  if (agent.status_since > at) return false;
  const status = kind !== "none" ? kind : isBreak(agent.status) ? "online" : agent.status;
  if (status === agent.status) return false;
  await setStatus(unit, user_id, status, { followed: at });
  return true;
}
