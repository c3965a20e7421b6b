import type { Carrier } from "../connectors/carrier";
import type { CountParts } from "./deps";
import { evaluateAnswer, type Flight, missingParts } from "./evaluate-answer";
import type { Recorder, Result } from "./record";
import { flightResult, type Run } from "./run";

type SendingFlights = {
  carrier: Carrier;
  recorder: Recorder;
  count?: CountParts | undefined;
  onError(error: unknown): void;
  /** Nothing more is sent, of no run. */
  isStopped(): boolean;
  /** A flight's places in the window are free again: what became of it is in the database for good. */
  onRecorded(run: Run, weight: number): void;
};

const outcomes = { submitted: "accepted", failed: "refused", unknown: "lost", again: "throttled" } as const;

/** Before a carrier that is not ready is asked again, ms. */
const readyMs = 200;

/** Hands messages to the carrier, again where it says so, and has recorded what became of them. */
export function flightSender({ carrier, recorder, count, onError, isStopped, onRecorded }: SendingFlights) {
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
        const outcome = evaluateAnswer(flight, result);
        count?.(outcomes[outcome.kind === "final" ? outcome.status : "again"], missing.length);
        if (outcome.kind === "final") record(run, flight, weight, outcome.status, outcome.reason);
        else if (run.dropped || isStopped()) putBack(run, flight, weight);
        else setTimeout(() => sendAgain(run, flight, weight), outcome.afterMs);
      },
      (error: unknown) => {
        // `send` promises not to reject; if it does, nobody knows what has left.
        onError(error);
        record(run, flight, weight, "unknown", "The sending failed.");
      },
    );
  }

  function sendAgain(run: Run, flight: Flight, weight: number): void {
    if (run.dropped || isStopped()) putBack(run, flight, weight);
    else if (carrier.ready()) send(run, flight, weight);
    else setTimeout(() => sendAgain(run, flight, weight), readyMs);
  }

  /** It is not sent after all. As it was, there is nothing to write. */
  function putBack(run: Run, flight: Flight, weight: number): void {
    if (flight.mask === 0) onRecorded(run, weight);
    else record(run, flight, weight, flight.message.was, "");
  }

  function record(run: Run, flight: Flight, weight: number, status: Result["status"], reason: string): void {
    recorder.result(flightResult(run, flight, { status, reason, done: () => onRecorded(run, weight) }));
  }

  return send;
}
