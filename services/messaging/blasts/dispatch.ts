import type { Database } from "../../kit/database";
import type { Carrier } from "../connectors/carrier";
import { chunkReturns } from "./chunk-returns";
import type { Chunk, ClaimedMessage } from "./claim";
import { chunkClaims, removeOptedOut } from "./claims";
import type { CountParts } from "./deps";
import { missingParts } from "./evaluate-answer";
import { flightSender } from "./flight-sender";
import { suppressedWords } from "./messages";
import type { BlastPaces } from "./pace";
import type { Recorder } from "./record";
import { flightResult, isDone, newFlight, type Run } from "./run";

export type DispatchOptions = {
  /** Most parts handed over; the carrier's own limit wins. */
  window: number;
  leaseMs: number;
  unknownWaitMs: number;
  paces: BlastPaces;
  /** The worker's name in the database, undefined while it has none. */
  name(): string | undefined;
  /** Whether what may go any way goes this one: no better carrier is there. */
  takesFree(): boolean;
  onError(error: unknown): void;
  count?: CountParts;
};

export type Dispatcher = ReturnType<typeof dispatcher>;

/** Share of the window that only urgent messages may use. */
const urgentShare = 0.1;

/** Opt-outs are looked up again when the last look is older, ms. */
const checkMs = 1_000;

/**
 * Takes chunks and hands their messages to the carrier. A part keeps its place in the window until its result is in the
 * database for good: that is what a killed process can send twice, and no more.
 */
export function dispatcher(database: Database, carrier: Carrier, recorder: Recorder, options: DispatchOptions) {
  const runs = new Set<Run>();
  const { paces } = options;
  const window = () => carrier.window?.() ?? options.window;
  let used = 0;
  let stopped = false;
  let idle: (() => void) | undefined;
  const timer = pumpTimer(() => pump());
  const claims = chunkClaims(database, {
    ...options,
    way: () => ({ connector: carrier.name, takesFree: options.takesFree() }),
    isStopped: () => stopped,
    begin(run, suppressed) {
      runs.add(run);
      paces.set(run.chunk.blast, run.chunk.speed);
      suppress(recorder, run, suppressed, recorded);
    },
  });
  const returns = chunkReturns(database, {
    ...options,
    // Nothing is lost: it is looked at again.
    onFailed: (run) => runs.add({ ...run, unsent: [], dropped: true }),
    onEnd() {
      if (runs.size > 0) setTimeout(pump, 100);
      else claimMore();
    },
  });
  const send = flightSender({ ...options, carrier, recorder, isStopped: () => stopped, onRecorded: recorded });

  function pump(): void {
    if (carrier.ready() && !stopped) {
      const most = window();
      const reserved = most > 1 ? Math.max(1, Math.floor(most * urgentShare)) : 0;
      for (const run of runs) if (run.chunk.urgent) pumpRun(run, most);
      for (const run of runs) if (!run.chunk.urgent) pumpRun(run, most - reserved);
    }
    for (const run of runs) if (isDone(run)) end(run);
    if (runs.size === 0) idle?.();
    claimMore();
  }

  function pumpRun(run: Run, most: number): void {
    if (run.dropped || run.checking) return;
    if (run.unsent.length > 0 && performance.now() - run.checkedAt > checkMs) {
      void recheck(run);
      return;
    }
    const { blast } = run.chunk;
    for (let flight = run.unsent.at(-1); flight; flight = run.unsent.at(-1)) {
      if (timer.waits(paces.waitMs(blast))) return;
      const weight = missingParts(flight).length;
      if (used > 0 && used + weight > most) return;
      run.unsent.pop();
      used += weight;
      run.under++;
      paces.sent(blast, weight);
      send(run, flight, weight);
    }
  }

  /** What became of a message is in the database for good: its parts are out of the window. */
  function recorded(run: Run, weight: number): void {
    used -= weight;
    run.under--;
    pump();
  }

  /** Takes those out who have opted out while they waited here. */
  async function recheck(run: Run): Promise<void> {
    run.checking = true;
    suppress(recorder, run, await removeOptedOut(database, run, options.onError), recorded);
    run.checking = false;
    pump();
  }

  /** One chunk is always ready behind the one that is being sent; an urgent one is taken whatever else there is. */
  function claimMore(): void {
    if (stopped || !carrier.ready()) return;
    const waiting = [...runs].reduce((sum, run) => sum + (run.dropped ? 0 : run.unsent.length), 0);
    if (waiting < window()) claims.takeAhead(pump);
  }

  function end(run: Run): void {
    runs.delete(run);
    if (options.name() === run.chunk.owner) returns.giveBack(run);
  }

  return {
    pump,
    runs: (): Chunk[] => [...runs].map((run) => run.chunk),
    /** Looks for urgent work although there is other work. */
    async hurry(): Promise<void> {
      if (!stopped && carrier.ready() && (await claims.take(true))) pump();
    },
    /** No more of these is sent; what is on the wire is still written. */
    drop(which: (chunk: Chunk) => boolean): void {
      for (const run of runs) if (which(run.chunk)) run.dropped = true;
      pump();
    },
    /** Resolves when everything that was handed over is in the database and the chunks are given back. */
    async stop(): Promise<void> {
      stopped = true;
      for (const run of runs) run.dropped = true;
      await claims.idle();
      for (const run of runs) run.dropped = true;
      pump();
      if (runs.size > 0)
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      await returns.idle();
      timer.stop();
    },
  };
}

type OnRecorded = (run: Run, weight: number) => void;

/** Has written that these are not sent: they have opted out. */
function suppress(recorder: Recorder, run: Run, messages: readonly ClaimedMessage[], recorded: OnRecorded): void {
  const done = () => recorded(run, 0);
  for (const message of messages) {
    run.under++;
    // One that was sent already and stayed unknown is not sent again, and stays unknown.
    const status = message.was === "queued" ? "suppressed" : "unknown";
    recorder.result(flightResult(run, newFlight(message), { status, reason: suppressedWords, done }));
  }
}

/** Pumps again when the first of those that keep a pace is due. */
function pumpTimer(pump: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Whether there is anything to wait for, ms. */
    waits(ms: number): boolean {
      if (ms <= 0) return false;
      timer ??= setTimeout(() => {
        timer = undefined;
        pump();
      }, ms);
      return true;
    },
    stop: () => clearTimeout(timer),
  };
}
