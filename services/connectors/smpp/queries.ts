import type { TimerClock } from "./clock";
import { isFinal, type ReceiptState, stateNumbered } from "./receipt";

/** What the message centre says of a message that it was asked about. */
export type QueryResult = { state: ReceiptState; error: string | null; final: boolean };

/** The answer to query_sm; its message_state is that of receipts. */
export function queryResult({ messageState, errorCode }: { messageState: number; errorCode: number }): QueryResult {
  const state = stateNumbered(messageState);
  return { state, error: errorCode === 0 ? null : String(errorCode).padStart(3, "0"), final: isFinal(state) };
}

type PendingQuery = { resolve(answer: QueryResult | undefined): void; cancel(): void };

/** Questions about messages that wait for their answer; undefined when none comes, or the centre does not know. */
export function queries(clock: TimerClock, answerMs: number) {
  const waiting = new Map<number, PendingQuery>();

  function answer(sequence: number, result: QueryResult | undefined): boolean {
    const asked = waiting.get(sequence);
    if (!asked) return false;
    waiting.delete(sequence);
    asked.cancel();
    asked.resolve(result);
    return true;
  }

  return {
    answer,
    ask(sequence: number): Promise<QueryResult | undefined> {
      return new Promise((resolve) => {
        const cancel = clock.after(answerMs, () => answer(sequence, undefined));
        waiting.set(sequence, { resolve, cancel });
      });
    },
    /** The link is gone: nothing is answered any more. */
    drop(): void {
      for (const sequence of [...waiting.keys()]) answer(sequence, undefined);
    },
  };
}
