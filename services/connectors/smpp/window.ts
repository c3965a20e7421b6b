import type { TimerClock } from "./clock";
import { fifo } from "./fifo";
import { pace } from "./pace";
import { PduError, type SubmitSm, status } from "./pdu";

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
  const urgents = fifo<Entry>();
  const others = fifo<Entry>();
  const flying = new Map<number, Entry>();
  const counts = { sent: 0, refused: 0, throttled: 0, unsent: 0, unknown: 0 };
  let urgentFlying = 0;
  let open = false;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let backoff = 0;
  let latencyMs = 0;
  let wake: (() => void) | null = null;
  let watch: (() => void) | null = null;

  function settle(entry: Entry, result: Result): void {
    counts[result.kind]++;
    entry.resolve(result);
  }

  function nextLane() {
    // While it is not clear that the pause was long enough, one message at a time asks.
    if (flying.size >= (backoff > 0 ? 1 : window)) return null;
    if (urgents.size() > 0) return urgents;
    return others.size() > 0 && flying.size - urgentFlying < window - reserved ? others : null;
  }

  function wakeAfter(ms: number): void {
    wake ??= clock.after(Math.max(1, Math.ceil(ms)), () => {
      wake = null;
      pump();
    });
  }

  function pump(): void {
    while (open) {
      const lane = nextLane();
      if (!lane) return;
      const now = clock.now();
      const wait = pausedUntil > now ? pausedUntil - now : take(now);
      if (wait > 0) {
        wakeAfter(wait);
        return;
      }
      const entry = lane.shift();
      if (entry) fly(entry, now);
    }
  }

  function fly(entry: Entry, now: number): void {
    try {
      const sequence = write(entry.pdu);
      entry.at = now;
      flying.set(sequence, entry);
      if (entry.urgent) urgentFlying++;
    } catch (error) {
      if (!(error instanceof PduError)) throw error;
      // It will never fit, so it must not be tried again and again.
      settle(entry, { kind: "refused", code: status.invalidMessageLength, temporary: false });
    }
  }

  // Queues and window are each in the order of time, so looking at their heads is enough. The timer is never longer
  // than the shorter limit: whatever comes later cannot be due before it.
  function keepWatch(): void {
    if (watch || flying.size + urgents.size() + others.size() === 0) return;
    const now = clock.now();
    let next = now + Math.min(options.responseMs, options.queueMs);
    for (const entry of flying.values()) {
      next = Math.min(next, entry.at + options.responseMs);
      break;
    }
    for (const lane of [urgents, others]) next = Math.min(next, (lane.peek()?.at ?? now) + options.queueMs);
    watch = clock.after(Math.max(1, Math.ceil(next - now)), () => {
      watch = null;
      lookForLate();
      keepWatch();
    });
  }

  function lookForLate(): void {
    const now = clock.now();
    for (const lane of [urgents, others]) {
      for (let entry = lane.peek(); entry && entry.at + options.queueMs <= now; entry = lane.peek()) {
        lane.shift();
        settle(entry, { kind: "unsent", reason: "its turn did not come in time" });
      }
    }
    for (const entry of flying.values()) {
      if (entry.at + options.responseMs <= now) silent();
      return;
    }
  }

  function slowDown(entry: Entry): void {
    // One burst brings many refusals; only one for a message sent after the last pause means that it was too short.
    if (entry.at < pausedUntil) return;
    backoff = backoff === 0 ? options.backoffMs : Math.min(backoff * 2, options.backoffMaxMs);
    pausedUntil = clock.now() + backoff;
  }

  return {
    push(pdu: SubmitSm, urgent = false): Promise<Result> {
      return new Promise((resolve) => {
        const entry = { pdu, urgent, at: clock.now(), resolve };
        if (!open) {
          settle(entry, { kind: "unsent", reason: "the link is down" });
          return;
        }
        (urgent ? urgents : others).push(entry);
        pump();
        keepWatch();
      });
    },

    /** The carrier's answer to one sequence number; false when nothing waits for it. */
    answer(sequence: number, commandStatus: number, messageId: string): boolean {
      const entry = flying.get(sequence);
      if (!entry) return false;
      flying.delete(sequence);
      if (entry.urgent) urgentFlying--;
      latencyMs += (clock.now() - entry.at - latencyMs) / 16;
      if (commandStatus === status.throttled || commandStatus === status.queueFull) {
        slowDown(entry);
        settle(entry, { kind: "throttled", code: commandStatus });
      } else {
        if (entry.at >= pausedUntil) backoff = 0;
        const temporary = commandStatus === status.systemError || commandStatus === status.temporaryReceiverError;
        settle(
          entry,
          commandStatus === 0 ? { kind: "sent", messageId } : { kind: "refused", code: commandStatus, temporary },
        );
      }
      pump();
      return true;
    },

    open(): void {
      open = true;
      pump();
    },

    /** Takes no more submits; what waits its turn comes back as `unsent`, what is in flight may still be answered. */
    close(reason: string): void {
      open = false;
      wake?.();
      wake = null;
      for (const lane of [urgents, others]) {
        for (let entry = lane.shift(); entry; entry = lane.shift()) settle(entry, { kind: "unsent", reason });
      }
    },

    /** The link is gone: nobody will ever answer what was in flight. */
    drop(reason: string): void {
      this.close(reason);
      watch?.();
      watch = null;
      const lost = [...flying.values()];
      flying.clear();
      urgentFlying = 0;
      for (const entry of lost) settle(entry, { kind: "unknown", reason });
    },

    inFlight: () => flying.size,

    stats() {
      const queued = urgents.size() + others.size();
      const free = open ? window - reserved - (flying.size - urgentFlying) - queued : 0;
      const pausedMs = Math.max(0, pausedUntil - clock.now());
      return {
        ...counts,
        window,
        inFlight: flying.size,
        queued,
        /** How many more submits would be written without waiting for another's answer. */
        room: backoff > 0 ? 0 : Math.max(0, free),
        pausedMs,
        latencyMs: Math.round(latencyMs * 10) / 10,
      };
    },
  };
}
