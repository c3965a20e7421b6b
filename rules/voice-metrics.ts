/**
 * The figures of a call centre, from sums over its calls and never from averages of averages. Nothing to count is null:
 * a dash on screen, never 0 %.
 */
export type CallSums = {
  /** Customers who waited and were answered, and those within the target. */
  answered: number;
  answeredInTime: number;
  /** Seconds that the answered waited altogether, and the longest that anybody did. */
  waited: number;
  longestWait: number;
  /** Customers who gave up after five seconds and more, before that, and after the target. */
  abandoned: number;
  abandonedEarly: number;
  abandonedLate: number;
  /** Answered calls of agents, both ways; seconds talked (holding included), held, and wrapped up. */
  handled: number;
  talked: number;
  held: number;
  wrapped: number;
  /** Calls that rang at agents, and those that nobody picked up for more than ten seconds. */
  rung: number;
  ringNoAnswer: number;
  /** Calls that went out, and those that were answered. */
  attempts: number;
  connects: number;
  /** Automatic calls that a person answered, those of them without an agent within two seconds, and those of machines. */
  pickedUp: number;
  dropped: number;
  machines: number;
  /** Seconds that agents were logged in without a break. */
  staffed: number;
  /** Callers who gave up before they waited for an agent, who left a queue without an answer, who left a message. */
  menuAbandoned: number;
  overflowed: number;
  voicemails: number;
};

/** Whoever gives up sooner is counted apart. */
export const earlySeconds = 5;

export const noSums: CallSums = {
  ...{ answered: 0, answeredInTime: 0, waited: 0, longestWait: 0, abandoned: 0, abandonedEarly: 0, abandonedLate: 0 },
  ...{ handled: 0, talked: 0, held: 0, wrapped: 0, rung: 0, ringNoAnswer: 0, attempts: 0, connects: 0, staffed: 0 },
  ...{ menuAbandoned: 0, overflowed: 0, voicemails: 0, pickedUp: 0, dropped: 0, machines: 0 },
};

function share(part: number, whole: number): number | null {
  return whole > 0 ? (100 * part) / whole : null;
}

function mean(sum: number, count: number): number | null {
  return count > 0 ? sum / count : null;
}

/** What a set of calls comes to. */
export function callFigures(sums: CallSums) {
  const { answered, abandoned, handled, talked, wrapped, staffed } = sums;
  const offered = answered + abandoned;
  const busy = share(talked + wrapped, staffed);
  return {
    offered,
    dropShare: share(sums.dropped, sums.pickedUp),
    serviceLevel: share(sums.answeredInTime, answered + sums.abandonedLate),
    averageSpeedOfAnswer: mean(sums.waited, answered),
    abandonment: share(abandoned, offered),
    averageHandleTime: mean(talked + wrapped, handled),
    averageTalkTime: mean(talked - sums.held, handled),
    averageHoldTime: mean(sums.held, handled),
    averageWrapTime: mean(wrapped, handled),
    occupancy: busy === null ? null : Math.min(100, busy),
    ringNoAnswer: share(sums.ringNoAnswer, sums.rung),
    connected: share(sums.connects, sums.attempts),
  };
}
export type CallFigures = ReturnType<typeof callFigures>;

/** How each figure is counted, in the words that stand beside it. */
export const figureDefinitions: readonly (readonly [name: string, meaning: string])[] = [
  ["Offered", `Answered and abandoned. Callers who gave up within ${earlySeconds} seconds are counted apart.`],
  ["Service level", "Answered within the target, of all answered and of those who gave up after the target."],
  ["Average speed of answer", "How long the answered waited altogether, divided by how many they are."],
  [
    "Abandonment",
    "Abandoned, of offered. Who gives up in a menu is counted apart, and so is who leaves a queue for another step of its flow.",
  ],
  [
    "Average handle time",
    "Talking, hold and wrap-up of answered calls, in and out, divided by how many they are. Hold is counted once.",
  ],
  [
    "Without an agent",
    "Automatic calls that a person answered and that had no agent within 2 seconds, of all that a person answered. Answering machines are counted apart.",
  ],
  ["Occupancy", "Talking, hold and wrap-up, of the time logged in without breaks."],
  ["Not picked up", "Calls that rang at an agent for more than ten seconds and were not answered, of all that rang."],
];
