import { sql } from "kysely";
import { breakKindFrom, optionFor } from "../../../rules/breaks";
import type { SharedBreak } from "../../kit/contract.breaks";
import type { VoiceContext, VoiceUnitOfWork } from "../workspace/context";
import { findAgent, hasOpenCall, listBreakOptions, setAgentState } from "./store";

/** Tells chat which break an agent is on now. @throws Error where it does not answer */
export async function shareBreak({ read, deps }: VoiceContext, payload: Record<string, unknown>): Promise<void> {
  const { account, user } = payload as { account: string; user: string };
  const agent = await read(account, (trx) => findAgent(trx, account, user));
  if (!agent || agent.state === "logged_out") return;
  const kind = agent.state === "on_break" ? breakKindFrom(agent.break_label) : ("none" as const);
  const body = { user_id: user, kind, since: agent.state_since.toISOString() };
  const answer = await deps.clientsOfAccount(account).chat.followBreak({ body });
  if (answer.status !== 200) throw new Error(`chat answered ${answer.status}: ${answer.body.message}`);
}

/**
 * An agent began or ended a break in chat: the same at the phone, from the same moment, after the call that they have.
 * Nothing changes for someone who is logged out here, or who chose something here later. @returns whether it changed
 */
export async function followBreak(unit: VoiceUnitOfWork, { user_id, kind, since }: SharedBreak): Promise<boolean> {
  const { trx, account } = unit;
  const agent = await findAgent(trx, account, user_id, true);
  const followed = new Date(since);
  if (!agent || agent.state === "logged_out" || agent.state_since > followed) return false;
  if (kind === "none") {
    if (agent.state === "on_break") await setAgentState(unit, agent, { state: "logged_in", followed });
    else if (agent.pending_break !== null) await setPending(unit, user_id, null);
    else return false;
    return true;
  }
  const option = optionFor(await listBreakOptions(trx, account), kind);
  if (!option || (agent.state === "on_break" && agent.break_id === option.id)) return false;
  if (agent.state === "logged_in" && (await hasOpenCall(trx, account, user_id)))
    await setPending(unit, user_id, option.id);
  else await setAgentState(unit, agent, { state: "on_break", option, followed });
  return true;
}

async function setPending({ trx, account }: VoiceUnitOfWork, user: string, option: number | null): Promise<void> {
  await sql`update voice.agents set pending_break = ${option}
    where customer_account = ${account} and user_id = ${user}`.execute(trx);
}
