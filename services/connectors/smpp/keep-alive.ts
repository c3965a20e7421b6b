import type { TimerClock } from "./clock";
import { namedTimers } from "./named-timers";

type KeepAlive = {
  enquireMs: number;
  enquireAnswerMs: number;
  /** Sends enquire_link. */
  enquire(): void;
  /** One had no answer in time. */
  silent(): void;
};

/** Asks from time to time whether the message centre is there. */
export function keepAlive({ enquireMs, enquireAnswerMs, enquire, silent }: KeepAlive, clock: TimerClock) {
  const timers = namedTimers<"enquire" | "answer">(clock);

  function start(): void {
    timers.after("enquire", enquireMs, () => {
      enquire();
      // One that is already running is for an earlier question, and must not be put off by this one.
      if (!timers.has("answer")) timers.after("answer", enquireAnswerMs, silent);
      start();
    });
  }

  return {
    start,
    /** It has shown that it is there. */
    answered: () => timers.cancel("answer"),
    stop: () => timers.cancel("enquire", "answer"),
  };
}
