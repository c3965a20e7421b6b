import { sql } from "kysely";
import { z } from "zod";
import { agentMs } from "../../../rules/pacing";
import { ringSeconds } from "../../../rules/robocalls";
import { checkedRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { ClaimedAgent } from "../agents/claims";
import { changeCall } from "../calls/change";
import { findCall } from "../calls/store";
import type { DiallingDriver, DiallingExchange } from "../robocalls/driver";
import { systemActor, type VoiceContext, type VoiceUnitOfWork } from "../workspace/context";
import { keepAgent, type PacedCall } from "./claim";

/** Seconds for which the agent is rung. */
const agentSeconds = 15;
/** Milliseconds between two looks for an agent, and for which an agent's phone may tell the end of a call first. */
const lookMs = 200;
const phoneMs = 3_000;
const beatMs = 20_000;
/** Minutes until somebody for whom there was no agent is called again. */
const soonMinutes = 10;
/** Seconds for which an exchange may fetch a sound. */
const soundSeconds = 4 * 3_600;

/** Why a call has no agent although it was answered: none was there in time, or a machine answered. */
type PacedEnd = "dropped" | "machine";

export type PacedCaller = ReturnType<typeof pacedCaller>;

const SoundRow = z.object({ id: z.number(), name: z.string(), words: z.string(), file_id: z.string() });

/** Places the calls of lists that are called automatically, and gives each that is answered to its agent. */
export function pacedCaller(service: VoiceContext, exchange: DiallingExchange, onError: (error: unknown) => void) {
  const { change, read, deps, now } = service;
  const calling = new Map<number, string>();
  const timers = new Set<NodeJS.Timeout>();
  const beat = setInterval(() => void sayAlive().catch(onError), beatMs).unref();

  async function sayAlive(): Promise<void> {
    for (const account of new Set(calling.values())) {
      const ids = [...calling].flatMap(([id, whose]) => (whose === account ? [id] : []));
      await change(account, systemActor, async ({ trx }) => {
        await sql`update voice.calls set seen_at = ${now()} where customer_account = ${account} and id = any(${bigints(ids)})
          and ended_at is null`.execute(trx);
      });
    }
  }

  const wait = (ms: number) => waitIn(timers, ms);

  async function carry(driver: DiallingDriver, account: string, call: PacedCall): Promise<void> {
    const line = { gone: false, leave: (): void => undefined };
    const left = new Promise<void>((resolve) => {
      line.leave = resolve;
    });
    const { reference, from, to, onMachine } = call;
    const outcome = await driver.dial({ reference, from, to, ringSeconds, onMachine }, ({ type }) => {
      if (type !== "gone") return;
      line.gone = true;
      line.leave();
    });
    if (outcome.result !== "answered") return endCall(account, call);
    if (onMachine === "hang_up" && outcome.by === "machine") {
      await endCall(account, call, "machine");
      return driver.hangUp(reference);
    }
    const since = now().getTime();
    await change(account, systemActor, async ({ trx }) => {
      await sql`update voice.calls set picked_up_at = ${now()}
        where customer_account = ${account} and id = ${call.id}`.execute(trx);
    });
    const agent = call.agent ?? (await findAgent(driver, account, call, line));
    const rung = agent !== undefined && !line.gone && (await ringAgent(driver, call, agent));
    if (!rung) {
      const late = !line.gone || now().getTime() - since >= agentMs;
      await endCall(account, call, late ? "dropped" : undefined);
      if (!line.gone) await sayNoAgent(driver, account, call);
      return driver.hangUp(call.reference);
    }
    await tellState(account, call, "inProgress");
    await left;
    // The agent's phone tells what it measured; where it is gone too, the call ends here.
    await wait(phoneMs);
    await endCall(account, call);
  }

  async function findAgent(driver: DiallingDriver, account: string, call: PacedCall, line: { gone: boolean }) {
    for (let waited = 0; waited <= agentMs && !line.gone; waited += lookMs) {
      const agent = await change(account, systemActor, (unit) => keepAgent(unit, call, driver.isReachable));
      if (agent) return agent;
      if (waited < agentMs) await wait(lookMs);
    }
    return undefined;
  }

  /** What the list says is played to somebody for whom there was no agent. */
  async function sayNoAgent(driver: DiallingDriver, account: string, { reference, dropSound }: PacedCall) {
    if (dropSound === null) return;
    const sound = await read(account, (trx) =>
      checkedRow(
        trx,
        SoundRow,
        sql`select id, name, words, file_id from voice.flow_sounds where customer_account = ${account} and id = ${dropSound}`,
      ),
    );
    if (!sound) return;
    const { uploads } = deps.clientsOfAccount(account);
    const link = await uploads.link({
      params: { id: sound.file_id },
      query: { seconds: soundSeconds, open: true },
    });
    if (link.status === 200) await driver.play(reference, { ...sound, url: link.body.url });
  }

  function tellState(account: string, { id }: PacedCall, state: "inProgress" | "terminated", how?: PacedEnd) {
    return change(account, systemActor, async (unit) => {
      const found = await findCall(unit.trx, account, sql`c.id = ${id}`, { now: unit.now, lock: true });
      if (!found) return;
      if (state === "terminated" ? !found.ended_at : !found.answered_at && !found.ended_at)
        await changeCall(unit, found, { state, machine: how === "machine" });
      if (how === "dropped" && !found.answered_at) await markDropped(unit, id);
    });
  }

  const endCall = (account: string, call: PacedCall, how?: PacedEnd) => tellState(account, call, "terminated", how);

  return {
    driver: () => exchange.driver,
    /** Begins a call; what becomes of it is written as it happens. */
    place(account: string, call: PacedCall): void {
      const { driver } = exchange;
      if (!driver) return;
      calling.set(call.id, account);
      carry(driver, account, call)
        .catch(async (error: unknown) => {
          onError(error);
          await driver.hangUp(call.reference).catch(onError);
          await endCall(account, call).catch(onError);
        })
        .finally(() => calling.delete(call.id));
    },
    stop(): void {
      clearInterval(beat);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Waits so many milliseconds, unless its timer is cleared. */
function waitIn(timers: Set<NodeJS.Timeout>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      resolve();
    }, ms).unref();
    timers.add(timer);
  });
}

/** Rings the agent's phone; whether it was answered. */
function ringAgent(driver: DiallingDriver, call: PacedCall, { exten }: ClaimedAgent): Promise<boolean> {
  const headers = [
    ...[`X-Called-Number: ${call.from}`, `X-Queue-Reference: ${call.reference}`],
    ...(call.name ? [`X-Customer-Name: ${encodeURIComponent(call.name.slice(0, 60))}`] : []),
  ];
  return driver.ring(call.reference, { to: exten, seconds: agentSeconds, headers });
}

/** There was no agent: they are called again soon, and then an agent is kept first. */
async function markDropped({ trx, account, now }: VoiceUnitOfWork, call: number): Promise<void> {
  await sql`update voice.calls set dropped = true
    where customer_account = ${account} and id = ${call} and picked_up_at is not null`.execute(trx);
  await sql`update voice.targets set agent_first = true, result = 'No agent was free', changed_at = ${now},
      next_at = least(next_at, ${now}::timestamptz + ${soonMinutes} * interval '1 minute')
    where customer_account = ${account} and call_id = ${call} and state = 'waiting'`.execute(trx);
}
