import { type ColleagueRow, listAgents } from "../agents/availability";
import { claimFreeAgent, freeAgents, releaseClaim, ringClaimSeconds } from "../agents/claims";
import { systemActor, type VoiceContext } from "../workspace/context";
import type { CallDriver } from "./driver";

/** A caller who waits for an agent. */
export type WaitingCaller = {
  account: string;
  /** The exchange's name of the call, and the name of this wait. */
  call: string;
  reference: string;
  number: string;
  /** Ids of the agents who may be rung; none: all. */
  agents: readonly string[];
  /** Until then only these are rung, who have the skill that the queue asks for; undefined: to the end. */
  skilled?: { agents: readonly string[]; until: Date | undefined } | undefined;
  driver: CallDriver;
  /** Told once: who answered. */
  answered(exten: string): void;
};

/** Seconds for which one agent is rung. */
const ringSeconds = 20;
/** Milliseconds between two looks for a free agent. */
const lookMs = 1_000;

/** Whether an agent is one of those who are rung for a caller at this moment. */
function mayAnswer({ agents, skilled }: WaitingCaller, agent: string, now: Date): boolean {
  if (agents.length > 0 && !agents.includes(agent)) return false;
  return !skilled || skilled.agents.includes(agent) || (skilled.until !== undefined && now >= skilled.until);
}

/**
 * Rings agents for callers who wait: who has waited for longest first, the agent who has been idle for longest first, one
 * agent for one caller at a time. An agent is taken before they are rung, so that no automatic call has them meanwhile.
 */
export function distribution(
  { read, change, now }: Pick<VoiceContext, "read" | "change" | "now">,
  onError: (error: unknown) => void,
) {
  const waiting: WaitingCaller[] = [];
  const ringing = new Set<WaitingCaller>();
  let timer: NodeJS.Timeout | undefined;
  let looks = false;

  function look(): void {
    if (looks) return;
    looks = true;
    void lookNow()
      .catch(onError)
      .finally(() => {
        looks = false;
        clearTimeout(timer);
        timer = waiting.length > 0 ? setTimeout(look, lookMs).unref() : undefined;
      });
  }

  async function lookNow(): Promise<void> {
    for (const account of new Set(waiting.map((caller) => caller.account))) {
      const agents = await read(account, (trx) => listAgents(trx, account, now()));
      for (const caller of waiting.filter((one) => one.account === account)) {
        const mayTake = ({ exten, user_id }: ColleagueRow) =>
          mayAnswer(caller, user_id, now()) && caller.driver.isReachable(exten);
        if (ringing.has(caller) || freeAgents(agents, mayTake).length === 0) continue;
        const claim = { reference: caller.reference, seconds: ringClaimSeconds };
        const taken = await change(account, systemActor, (unit) => claimFreeAgent(unit, claim, mayTake));
        if (!taken) continue;
        // They may have left meanwhile.
        if (waiting.includes(caller)) void ring(caller, taken.exten).catch(onError);
        else await release(caller);
      }
    }
  }

  /** The agent stays taken after they answered, until their phone tells of the call's end. */
  async function ring(caller: WaitingCaller, exten: string): Promise<void> {
    ringing.add(caller);
    const headers = [`X-Called-Number: ${caller.number}`, `X-Queue-Reference: ${caller.reference}`];
    let answered = false;
    try {
      answered = await caller.driver.ring(caller.call, { to: exten, seconds: ringSeconds, headers });
      if (answered && leave(caller.reference)) caller.answered(exten);
    } finally {
      ringing.delete(caller);
      if (!answered) await release(caller);
    }
  }

  async function release({ account, reference }: WaitingCaller): Promise<void> {
    await change(account, systemActor, (unit) => releaseClaim(unit, reference));
  }

  /** Whether the caller was still waiting. */
  function leave(reference: string): boolean {
    const at = waiting.findIndex((one) => one.reference === reference);
    if (at < 0) return false;
    waiting.splice(at, 1);
    return true;
  }

  return {
    enter(caller: WaitingCaller): void {
      waiting.push(caller);
      look();
    },
    leave,
    stop(): void {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
}
