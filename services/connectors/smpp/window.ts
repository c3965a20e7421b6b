import { throttlingPause } from "./backoff";
import type { TimerClock } from "./clock";
import { inFlightSubmits } from "./in-flight";
import { pace } from "./pace";
import { PduError, type SubmitSm, status } from "./pdu";
import { priorityQueue } from "./priority-queue";
import { submitDeadlines } from "./submit-deadlines";

/**
 * What became of one submit_sm. `throttled` and `unsent` (never on the wire) can be sent again at once; `refused` is the
 * carrier's no, `temporary` when its code says that another try may work; `unknown` may have arrived or not.
 */
export type Result =
  | { kind: "sent"; messageId: string }
  | { kind: "refused"; code: number; temporary: boolean }
  | { kind: "throttled"; code: number }
  | { kind: "unsent"; reason: string }
  | { kind: "unknown"; reason: string };

export type WindowOptions = {
  /** Most submits in flight. */
  window: number;
  /** Share of the window that only urgent submits may use. */
  urgentShare: number;
  /** Most submits in any second; 0 = no cap. */
  tps: number;
  /** First and longest pause after the carrier said that it is too much, milliseconds. */
  backoffMs: number;
  backoffMaxMs: number;
  /** How long a submit may be without an answer, milliseconds. */
  responseMs: number;
  /** How long a submit may wait for its turn, milliseconds. */
  queueMs: number;
};

type Entry = { pdu: SubmitSm; urgent: boolean; at: number; resolve(result: Result): void };

export type SubmitWindow = ReturnType<typeof submitWindow>;

/**
 * Decides when each submit_sm may be written, and tells each what became of it; it never leaves one without a result.
 * Knows no sockets: `write` puts a PDU on the wire and returns its sequence number, `silent` is called when the oldest
 * submit in flight has had no answer in time.
 */
export function submitWindow(
  options: WindowOptions,
  clock: TimerClock,
  write: (pdu: SubmitSm) => number,
  silent: () => void,
) {
  const { window } = options;
  const reserved = window > 1 && options.urgentShare > 0 ? Math.max(1, Math.floor(window * options.urgentShare)) : 0;
  const take = pace(options.tps);
  const waiting = priorityQueue<Entry>();
  const inFlight = inFlightSubmits<Entry>();
  const pause = throttlingPause(options, clock);
  const late = (entry: Entry) => settle(entry, { kind: "unsent", reason: "its turn did not come in time" });
  const watch = submitDeadlines({ waiting, inFlight, limits: options, late, silent }, clock);
  const figures = submitFigures();
  let isOpen = false;
  let wake: (() => void) | null = null;

  function settle(entry: Entry, result: Result): void {
    figures.count(result.kind);
    entry.resolve(result);
  }

  function pump(): void {
    // While it is not clear that the pause was long enough, one message at a time asks.
    while (isOpen && inFlight.size() < (pause.isProbing() ? 1 : window)) {
      const queue = waiting.next(inFlight.ordinary() < window - reserved);
      if (!queue) return;
      const now = clock.now();
      const wait = pause.left(now) || take(now);
      if (wait > 0) {
        pumpAfter(wait);
        return;
      }
      const entry = queue.shift();
      if (entry) fly(entry, now);
    }
  }

  function pumpAfter(ms: number): void {
    wake ??= clock.after(Math.max(1, Math.ceil(ms)), () => {
      wake = null;
      pump();
    });
  }

  function fly(entry: Entry, now: number): void {
    try {
      const sequence = write(entry.pdu);
      entry.at = now;
      inFlight.add(sequence, entry);
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      // It will never fit, so it must not be tried again and again.
      settle(entry, { kind: "refused", code: status.invalidMessageLength, temporary: false });
    }
  }

  /** Takes no more submits; what waits its turn comes back as `unsent`, what is in flight may still be answered. */
  function close(reason: string): void {
    isOpen = false;
    wake?.();
    wake = null;
    for (const entry of waiting.takeAll()) settle(entry, { kind: "unsent", reason });
  }

  return {
    push(pdu: SubmitSm, urgent = false): Promise<Result> {
      return new Promise((resolve) => {
        const entry = { pdu, urgent, at: clock.now(), resolve };
        if (!isOpen) {
          settle(entry, { kind: "unsent", reason: "the link is down" });
          return;
        }
        waiting.push(entry);
        pump();
        watch.keep();
      });
    },

    /** The carrier's answer to one sequence number; false when nothing waits for it. */
    answer(sequence: number, commandStatus: number, messageId: string): boolean {
      const entry = inFlight.take(sequence);
      if (!entry) return false;
      figures.answeredAfter(clock.now() - entry.at);
      const result = readAnswer(commandStatus, messageId);
      if (result.kind === "throttled") pause.throttled(entry.at);
      else pause.accepted(entry.at);
      settle(entry, result);
      pump();
      return true;
    },

    open(): void {
      isOpen = true;
      pump();
    },

    close,

    /** The link is gone: nobody will ever answer what was in flight. */
    drop(reason: string): void {
      close(reason);
      watch.stop();
      for (const entry of inFlight.takeAll()) settle(entry, { kind: "unknown", reason });
    },

    inFlight: inFlight.size,

    stats() {
      const queued = waiting.size();
      const free = isOpen ? window - reserved - inFlight.ordinary() - queued : 0;
      /** How many more submits would be written without waiting for another's answer. */
      const room = pause.isProbing() ? 0 : Math.max(0, free);
      return { ...figures.read(), window, inFlight: inFlight.size(), queued, room, pausedMs: pause.left(clock.now()) };
    },
  };
}

/** What became of submits, and how long answers take on average. */
function submitFigures() {
  const counts = { sent: 0, refused: 0, throttled: 0, unsent: 0, unknown: 0 };
  let latencyMs = 0;
  return {
    count: (kind: Result["kind"]) => void counts[kind]++,
    answeredAfter(ms: number): void {
      latencyMs += (ms - latencyMs) / 16;
    },
    read: () => ({ ...counts, latencyMs: Math.round(latencyMs * 10) / 10 }),
  };
}

function readAnswer(code: number, messageId: string): Result {
  if (code === status.ok) return { kind: "sent", messageId };
  if (code === status.throttled || code === status.queueFull) return { kind: "throttled", code };
  const temporary = code === status.systemError || code === status.temporaryReceiverError;
  return { kind: "refused", code, temporary };
}
