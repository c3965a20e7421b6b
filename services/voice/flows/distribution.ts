import { listAgents } from "../agents/availability";
import type { VoiceContext } from "../workspace/context";
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
 * agent for one caller at a time.
 */
export function distribution({ read, now }: Pick<VoiceContext, "read" | "now">, onError: (error: unknown) => void) {
  const waiting: WaitingCaller[] = [];
  const ringing = new Map<string, WaitingCaller>();
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
        if ([...ringing.values()].includes(caller)) continue;
        const free = agents.find(
          ({ available, exten, user_id }) =>
            available && !ringing.has(exten) && mayAnswer(caller, user_id, now()) && caller.driver.isReachable(exten),
        );
        if (free) void ring(caller, free.exten).catch(onError);
      }
    }
  }

  async function ring(caller: WaitingCaller, exten: string): Promise<void> {
    ringing.set(exten, caller);
    const headers = [`X-Called-Number: ${caller.number}`, `X-Queue-Reference: ${caller.reference}`];
    try {
      const answered = await caller.driver.ring(caller.call, { to: exten, seconds: ringSeconds, headers });
      if (answered && leave(caller.reference)) caller.answered(exten);
    } finally {
      ringing.delete(exten);
    }
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
