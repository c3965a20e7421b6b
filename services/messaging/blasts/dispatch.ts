import { type Database, inAccount } from "../../kit/database";
import type { Carrier } from "../connectors/carrier";
import { type Chunk, type ClaimedMessage, claim, finish, load, optedOut } from "./claim";
import type { CountParts } from "./deps";
import { evaluateAnswer, type Flight, missingParts } from "./evaluate-answer";
import { suppressedWords } from "./messages";
import type { Recorder, Result } from "./record";
import { isDone, newFlight, newRun, type Run } from "./run";

export type DispatchOptions = {
  /** Most parts handed over; the carrier's own limit wins. */
  window: number;
  leaseMs: number;
  unknownWaitMs: number;
  /** The worker's name in the database, undefined while it has none. */
  name(): string | undefined;
  onError(error: unknown): void;
  count?: CountParts;
};

export type Dispatcher = ReturnType<typeof dispatcher>;

/** Share of the window that only urgent messages may use. */
const urgentShare = 0.1;
const heard = { submitted: "accepted", failed: "refused", unknown: "lost", again: "throttled" } as const;
/** Opt-outs are looked up again when the last look is older, ms. */
const checkMs = 1_000;

/**
 * Takes chunks and hands their messages to the carrier. A part keeps its place in the window until its result is in the
 * database for good: that is what a killed process can send twice, and no more.
 */
export function dispatcher(database: Database, carrier: Carrier, recorder: Recorder, options: DispatchOptions) {
  const runs = new Set<Run>();
  const window = () => carrier.window?.() ?? options.window;
  let used = 0;
  let claiming: Promise<void> | undefined;
  let stopped = false;
  let idle: (() => void) | undefined;

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
    for (let flight = run.unsent.at(-1); flight; flight = run.unsent.at(-1)) {
      const weight = missingParts(flight).length;
      if (used > 0 && used + weight > most) return;
      run.unsent.pop();
      used += weight;
      run.under++;
      send(run, flight, weight);
    }
  }

  function send(run: Run, flight: Flight, weight: number): void {
    const { message } = flight;
    const missing = missingParts(flight);
    flight.sentAt ??= performance.now();
    const some = flight.ref !== null && message.parts > 1 ? { again: { ref: flight.ref, parts: missing } } : {};
    const sms = {
      id: `${run.chunk.blast}:${message.seq}`,
      to: message.msisdn,
      from: run.load.sender,
      text: message.text,
      urgent: run.chunk.urgent,
      ...some,
    };
    carrier.send(sms).then(
      (result) => {
        const judged = evaluateAnswer(flight, result);
        options.count?.(heard[judged.kind === "final" ? judged.status : "again"], missing.length);
        if (judged.kind === "final") record(run, flight, weight, judged.status, judged.reason);
        else if (run.dropped || stopped) record(run, flight, weight, "queued", "");
        else setTimeout(() => sendAgain(run, flight, weight), judged.afterMs);
      },
      (error: unknown) => {
        // `send` promises not to reject; if it does, nobody knows what has left.
        options.onError(error);
        record(run, flight, weight, "unknown", "The sending failed.");
      },
    );
  }

  function sendAgain(run: Run, flight: Flight, weight: number): void {
    if (run.dropped || stopped) record(run, flight, weight, "queued", "");
    else if (carrier.ready()) send(run, flight, weight);
    else setTimeout(() => sendAgain(run, flight, weight), 200);
  }

  function record(run: Run, flight: Flight, weight: number, status: Result["status"], reason: string): void {
    const free = () => {
      used -= weight;
      run.under--;
      pump();
    };
    // Put back as it was: there is nothing to write.
    if (status === "queued" && flight.mask === 0) free();
    else recorder.result(resultOf(run, flight, status === "queued" ? flight.message.was : status, reason, free));
  }

  function resultOf(run: Run, flight: Flight, status: Result["status"], reason: string, done: () => void): Result {
    const { account, blast } = run.chunk;
    const { seq, msisdn, was, part_price: partPrice } = flight.message;
    const { mask, ids, sentAt = performance.now() } = flight;
    // Needed again only while a part of several is missing.
    const ref = status === "submitted" || flight.message.parts === 1 ? null : flight.ref;
    return {
      account,
      blast,
      seq,
      msisdn,
      was,
      status,
      reason,
      mask,
      ids,
      sentAt,
      ref,
      partPrice,
      done,
    };
  }

  /** Takes those out who have opted out while they waited here. */
  async function recheck(run: Run): Promise<void> {
    run.checking = true;
    try {
      const { account } = run.chunk;
      const waiting = run.unsent.map((flight) => flight.message);
      const out = run.load.reply
        ? new Set()
        : await inAccount(database.db, account, (trx) => optedOut(trx, account, waiting));
      run.checkedAt = performance.now();
      const gone = run.unsent.filter((flight) => out.has(flight.message.msisdn));
      run.unsent = run.unsent.filter((flight) => !out.has(flight.message.msisdn));
      suppress(
        run,
        gone.map((flight) => flight.message),
      );
    } catch (error) {
      options.onError(error);
      await pause(500);
    }
    run.checking = false;
    pump();
  }

  function suppress(run: Run, messages: readonly ClaimedMessage[]): void {
    for (const message of messages) {
      run.under++;
      // One that was sent already and stayed unknown is not sent again, and stays unknown.
      const status = message.was === "queued" ? "suppressed" : "unknown";
      const done = () => {
        run.under--;
        pump();
      };
      recorder.result(resultOf(run, newFlight(message), status, suppressedWords, done));
    }
  }

  /** One chunk is always ready behind the one that is being sent; an urgent one is taken whatever else there is. */
  function claimMore(): void {
    if (claiming || stopped || !carrier.ready()) return;
    const waiting = [...runs].reduce((sum, run) => sum + (run.dropped ? 0 : run.unsent.length), 0);
    const name = options.name();
    if (!name || waiting >= window()) return;
    claiming = take(name, false)
      .catch((error: unknown) => {
        options.onError(error);
        return pause(500).then(() => false);
      })
      .then((took) => {
        claiming = undefined;
        if (took) pump();
      });
  }

  async function take(name: string, urgentOnly: boolean): Promise<boolean> {
    const chunk = await claim(database, name, options.leaseMs, urgentOnly);
    if (!chunk) return false;
    const loaded = await load(database, chunk).catch((error: unknown) => {
      options.onError(error);
      return undefined;
    });
    const run = newRun(chunk, loaded ?? { sender: "", reply: false, messages: [], suppressed: [] });
    runs.add(run);
    if (!loaded || options.name() !== name || stopped) run.dropped = true;
    else suppress(run, loaded.suppressed);
    if (!loaded) await pause(500);
    return true;
  }

  function end(run: Run): void {
    runs.delete(run);
    if (options.name() !== run.chunk.owner) return;
    const done = finish(database, run.chunk, options.unknownWaitMs).catch((error: unknown) => {
      options.onError(error);
      // Nothing is lost: the chunk is still this worker's and is looked at again.
      runs.add({ ...run, unsent: [], dropped: true });
    });
    ending.add(done);
    void done.then(() => {
      ending.delete(done);
      if (runs.size > 0) setTimeout(pump, 100);
      else claimMore();
    });
  }
  const ending = new Set<Promise<unknown>>();

  return {
    pump,
    runs: (): Chunk[] => [...runs].map((run) => run.chunk),
    /** Looks for urgent work although there is other work. */
    async hurry(): Promise<void> {
      const name = options.name();
      if (!name || stopped || !carrier.ready()) return;
      if (await take(name, true)) pump();
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
      await claiming;
      for (const run of runs) run.dropped = true;
      pump();
      if (runs.size > 0)
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      await Promise.all(ending);
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
