import { sql } from "kysely";
import type { VoiceUnitOfWork } from "../workspace/context";
import { type ColleagueRow, listAgents } from "./availability";

/** The call that takes an agent: its name, and for how long it has them where nothing is told of it. */
export type AgentClaim = { reference: string; seconds: number; call?: number };

/** The agent whom a call has. */
export type ClaimedAgent = Pick<ColleagueRow, "user_id" | "name" | "exten">;

/** Seconds for which a caller who rings has an agent: longer than the phone rings, until the phone tells of the call. */
export const ringClaimSeconds = 35;

/** Until the end of the transaction no one else of the account takes or gives back an agent. */
export async function lockClaims({ trx, account }: VoiceUnitOfWork): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`voice.agent-claims ${account}`}, 0))`.execute(trx);
}

/**
 * Agents whom no call has and who can take one, the one who has been idle for longest first. Who has two extensions is
 * one agent. What it answers is true until the end of the transaction.
 */
export async function listFreeAgents(
  unit: VoiceUnitOfWork,
  mayTake: (agent: ColleagueRow) => boolean,
): Promise<ClaimedAgent[]> {
  await lockClaims(unit);
  return freeAgents(await listAgents(unit.trx, unit.account, unit.now), mayTake);
}

/** Those of the agents who can be taken. */
export function freeAgents(agents: readonly ColleagueRow[], mayTake: (agent: ColleagueRow) => boolean) {
  const free = agents.filter((agent) => agent.available && mayTake(agent));
  return free.filter((one, at) => free.findIndex(({ user_id }) => user_id === one.user_id) === at);
}

/** Takes an agent of `listFreeAgents` for a call. False: another call has them, or this call has another agent. */
export async function claimAgent(unit: VoiceUnitOfWork, user: string, claim: AgentClaim): Promise<boolean> {
  const { trx, account, now } = unit;
  await lockClaims(unit);
  // What nothing was told of for its time does not count any more.
  await sql`delete from voice.agent_claims where customer_account = ${account} and claimed_until <= ${now}
    and (user_id = ${user} or reference = ${claim.reference})`.execute(trx);
  const made = await sql`
    insert into voice.agent_claims (customer_account, user_id, reference, claimed_until, call_id)
    values (${account}, ${user}, ${claim.reference}, ${now}::timestamptz + ${claim.seconds} * interval '1 second',
      ${claim.call ?? null})
    on conflict do nothing`.execute(trx);
  return Number(made.numAffectedRows ?? 0) > 0;
}

/** Takes the free agent who has been idle for longest for a call; undefined: there is none. */
export async function claimFreeAgent(
  unit: VoiceUnitOfWork,
  claim: AgentClaim,
  mayTake: (agent: ColleagueRow) => boolean,
): Promise<ClaimedAgent | undefined> {
  const [agent] = await listFreeAgents(unit, mayTake);
  return agent && (await claimAgent(unit, agent.user_id, claim)) ? agent : undefined;
}

/** The agent's phone tells of the call that has them: it has them until its end. */
export async function attachClaim(
  { trx, account }: VoiceUnitOfWork,
  user: string,
  reference: string,
  call: number,
): Promise<void> {
  await sql`update voice.agent_claims set call_id = ${call}
    where customer_account = ${account} and user_id = ${user} and reference = ${reference} and call_id is null`.execute(
    trx,
  );
}

/** The call did not reach the agent. */
export async function releaseClaim({ trx, account }: VoiceUnitOfWork, reference: string): Promise<void> {
  await sql`delete from voice.agent_claims where customer_account = ${account} and reference = ${reference}`.execute(
    trx,
  );
}

/** A call of the log has ended. */
export async function releaseCallClaim({ trx, account }: VoiceUnitOfWork, call: number): Promise<void> {
  await sql`delete from voice.agent_claims where customer_account = ${account} and call_id = ${call}`.execute(trx);
}

/** Removes what nothing was told of for its time: it counts no more. */
export async function forgetOldClaims({ trx, account, now }: VoiceUnitOfWork): Promise<void> {
  await sql`delete from voice.agent_claims where customer_account = ${account} and claimed_until <= ${now}`.execute(
    trx,
  );
}
