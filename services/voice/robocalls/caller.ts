import { sql } from "kysely";
import { z } from "zod";
import {
  afterDial,
  keySeconds,
  newTalk,
  nextTalk,
  type RobocallCallResult,
  type RobocallKey,
  ringSeconds,
  startedIntervals,
  type TalkEvent,
} from "../../../rules/robocalls";
import { sendLater } from "../../kit/jobs";
import { bigints } from "../../kit/rows";
import type { PlayedSound } from "../flows/driver";
import { systemActor, tell, type VoiceContext } from "../workspace/context";
import type { DiallingDriver, DiallingExchange } from "./driver";
import type { RobocallRow } from "./store";

/** The job that puts a number on the do-not-call list: `{ account, phone, reason }`. */
export const optOutTask = "voice.robocall-opt-out";

/** A number that is called now; `attempts` counts this call. */
export const DueCall = z.object({ id: z.number(), to: z.string(), attempts: z.number() });
export type DueCall = z.infer<typeof DueCall>;

export type RobocallCaller = ReturnType<typeof robocallCaller>;

type Spoken = { result: RobocallCallResult; seconds: number; key: string };

/** Seconds for which an exchange may fetch a sound. */
const soundSeconds = 4 * 3_600;
const beatMs = 20_000;

/**
 * Places calls over the exchange and writes what became of each. A call is in this process until it ends; the process
 * says again and again which calls it has, so that another one knows the calls of a process that died.
 */
export function robocallCaller(service: VoiceContext, exchange: DiallingExchange, onError: (error: unknown) => void) {
  const { change, deps, now } = service;
  /** The numbers that are being called, with their accounts. */
  const calling = new Map<number, string>();
  const beat = setInterval(() => void sayAlive().catch(onError), beatMs);
  beat.unref();

  async function sayAlive(): Promise<void> {
    for (const account of new Set(calling.values())) {
      const ids = [...calling].flatMap(([id, whose]) => (whose === account ? [id] : []));
      await change(account, systemActor, async ({ trx }) => {
        await sql`update voice.robocall_targets set seen_at = ${now()}
          where customer_account = ${account} and id = any(${bigints(ids)}) and state = 'calling'`.execute(trx);
      });
    }
  }

  async function call(account: string, robocall: RobocallRow, due: DueCall): Promise<void> {
    const { driver } = exchange;
    if (!driver) return;
    await writeEnd(account, robocall, due, await speak(driver, account, robocall, due));
  }

  async function speak(driver: DiallingDriver, account: string, robocall: RobocallRow, due: DueCall): Promise<Spoken> {
    const reference = `jibu-robocall-${account}-${due.id}-${due.attempts}`;
    const link = await deps.clientsOfAccount(account).uploads.link({
      params: { id: robocall.file_id },
      query: { seconds: soundSeconds, open: true },
    });
    const sound = {
      ...{ id: robocall.sound_id, name: robocall.sound, words: robocall.words },
      url: link.status === 200 ? link.body.url : "",
    };
    const talk = openTalk(driver, reference, robocall, sound);
    const { our_number: from, on_machine: onMachine } = robocall;
    const outcome = await driver.dial({ reference, from, to: due.to, ringSeconds, onMachine }, talk.tell);
    if (outcome.result !== "answered") return { result: outcome.result, seconds: 0, key: "" };
    const isMachine = onMachine !== "off" && outcome.by === "machine";
    if (isMachine && onMachine === "hang_up") {
      await driver.hangUp(reference);
      return { result: "machine", seconds: 0, key: "" };
    }
    const since = now().getTime();
    // A machine presses no key, and none is waited for.
    const key = await talk.begin(isMachine ? [] : robocall.keys);
    await driver.hangUp(reference);
    if (isMachine && talk.isCutOff()) return { result: "machine", seconds: 0, key: "" };
    const seconds = Math.ceil((now().getTime() - since) / 1_000);
    const result = isMachine ? "message_left" : "answered";
    // An exchange may end the call a moment late; no more is charged than was shown.
    return { result, key, seconds: Math.min(Math.max(1, seconds), robocall.call_seconds) };
  }

  async function writeEnd(
    account: string,
    robocall: RobocallRow,
    { id, to, attempts }: DueCall,
    { result, seconds, key }: Spoken,
  ): Promise<void> {
    const { max_attempts: maxAttempts, retry_minutes: retryMinutes, interval_seconds, price } = robocall;
    await change(account, systemActor, async (unit) => {
      const { trx } = unit;
      const next = afterDial(result, attempts, { maxAttempts, retryMinutes }, unit.now);
      const nextAt = next.state === "waiting" ? next.nextAt : unit.now;
      const cost = startedIntervals(seconds, { seconds: interval_seconds }) * price;
      // Nothing is called again in a robocall that was stopped while the phone rang.
      await sql`update voice.robocall_targets t set result = ${result}, seconds = ${seconds}, key_pressed = ${key},
          cost = ${cost}, next_at = ${nextAt},
          state = case when ${next.state} = 'waiting' and exists (select from voice.robocalls r
            where r.customer_account = ${account} and r.id = t.robocall_id and r.state in ('stopped', 'finished'))
            then 'stopped' else ${next.state} end
        where t.customer_account = ${account} and t.id = ${id} and t.state = 'calling' and t.attempts = ${attempts}`.execute(
        trx,
      );
      // Who asked for no more calls is on the list even if messaging is away now.
      if (robocall.keys.some((one) => one.key === key && one.action === "opt_out"))
        await sendLater(trx, optOutTask, {
          ...{ account, phone: to, reason: `Pressed ${key} in the robocall ${robocall.name}`.slice(0, 200) },
        });
      tell(unit, "voice.call", { user: null, id, status: "Robocall" });
    });
  }

  return {
    canDial: () => exchange.driver !== undefined,
    /** Begins a call; what becomes of it is written when it ends. */
    place(account: string, robocall: RobocallRow, due: DueCall): void {
      calling.set(due.id, account);
      call(account, robocall, due)
        // What failed between us and the exchange is of unknown fate, as if the process had died.
        .catch(onError)
        .finally(() => calling.delete(due.id));
    },
    stop: () => clearInterval(beat),
  };
}

/** An answered call until it ends, by the rule; what is told before it was answered waits. */
function openTalk(driver: DiallingDriver, reference: string, robocall: RobocallRow, sound: PlayedSound) {
  let keys: readonly RobocallKey[] = robocall.keys;
  let talk = newTalk;
  let played = false;
  let cutOff = false;
  let turn = 0;
  let begun = false;
  let done: (() => void) | undefined;
  let fail: ((error: unknown) => void) | undefined;
  let timer: NodeJS.Timeout | undefined;

  function play(): void {
    const own = ++turn;
    driver.play(reference, sound).then(
      () => own === turn && take({ type: "played" }),
      (error: unknown) => fail?.(error),
    );
  }

  function take(event: TalkEvent): void {
    const before = talk;
    played ||= event.type === "played";
    cutOff ||= event.type === "gone" && !played;
    talk = nextTalk(keys, talk, event);
    if (talk === before || !begun) return;
    clearTimeout(timer);
    if (talk.phase === "ended") done?.();
    if (talk.phase === "waiting") timer = setTimeout(() => take({ type: "timeout" }), keySeconds * 1_000);
    if (talk.phase === "playing") {
      turn++;
      driver.stop(reference).then(play, (error: unknown) => fail?.(error));
    }
  }

  return {
    tell: take,
    /** Whether the other side ended the call before the sound was over. */
    isCutOff: () => cutOff,
    /** The key that was pressed last, when the call is over. */
    async begin(meant: readonly RobocallKey[]): Promise<string> {
      keys = meant;
      const limit = setTimeout(() => take({ type: "timeout" }), robocall.call_seconds * 1_000);
      try {
        await new Promise<void>((resolve, reject) => {
          [begun, done, fail] = [true, resolve, reject];
          if (talk.phase === "ended") resolve();
          else play();
        });
      } finally {
        clearTimeout(limit);
        clearTimeout(timer);
      }
      return talk.key;
    },
  };
}
