import type { AnsweredBy } from "./answering-machines";
import { costCents } from "./money";

/** A robocall: composed, calling, held up by a person, over because every number is, or because a person ended it. */
export const robocallStates = ["draft", "running", "paused", "finished", "stopped"] as const;
export type RobocallState = (typeof robocallStates)[number];

/**
 * What became of a number of a robocall. Machine: an answering machine has the message, or took the last call. Unknown: the
 * process that called it died, and it is not called again.
 */
export const robocallTargetStates = [
  "waiting",
  "calling",
  "answered",
  "machine",
  "not_reached",
  "unknown",
  "left_out",
  "stopped",
] as const;
export type RobocallTargetState = (typeof robocallTargetStates)[number];

/** Why a number is in its state. */
export const robocallResults = [
  "",
  "answered",
  "machine",
  "message_left",
  "busy",
  "no_answer",
  "failed",
  "opted_out",
  "foreign",
] as const;
export type RobocallResult = (typeof robocallResults)[number];

/** How a call that was placed begins. */
export type DialResult = "answered" | "busy" | "no_answer" | "failed";
/** How it begins, and who answered. */
export type DialOutcome = { result: "answered"; by: AnsweredBy } | { result: Exclude<DialResult, "answered"> };
/** What a call of a robocall comes to: a machine that was hung up on, or that has the message, is no answer. */
export type RobocallCallResult = DialResult | "machine" | "message_left";

/** What a key does: it is an answer, the sound is heard again, or the number goes on the do-not-call list. */
export const keyActions = ["answer", "repeat", "opt_out"] as const;
export type KeyAction = (typeof keyActions)[number];
export const robocallKeys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
export type RobocallKey = { key: (typeof robocallKeys)[number]; label: string; action: KeyAction };

/** Price of a started interval, in 1/10,000 KES. The price list says the same. */
export const robocallPrice = { seconds: 30, price: 15_000 } as const;

export const robocallLimits = {
  numbers: 20_000,
  attempts: { min: 1, max: 5 },
  retryMinutes: { min: 1, max: 1_440 },
  speed: { min: 1, max: 50 },
  callSeconds: { min: 10, max: 300 },
} as const;

/** Seconds that a phone rings, and that a key is waited for after the sound. */
export const ringSeconds = 25;
export const keySeconds = 10;

type Tariff = { seconds: number; price: number };

/** Intervals that have begun; a call without a second costs nothing. */
export function startedIntervals(seconds: number, { seconds: interval }: Pick<Tariff, "seconds">): number {
  return Math.ceil(Math.max(0, seconds) / interval);
}

/** The most that so many numbers can cost, in cents: each is answered once, for as long as a call may last. */
export function maxCents(numbers: number, callSeconds: number, tariff: Tariff): number {
  return costCents(numbers * startedIntervals(callSeconds, tariff), tariff.price);
}

/** What follows a call that was placed. A phone that was busy or did not answer, or whose machine did, is called again. */
export function afterDial(
  result: RobocallCallResult,
  attempts: number,
  { maxAttempts, retryMinutes }: { maxAttempts: number; retryMinutes: number },
  now: Date,
): { state: "answered" | "machine" | "not_reached" } | { state: "waiting"; nextAt: Date } {
  if (result === "answered") return { state: "answered" };
  if (result === "message_left" || (result === "machine" && attempts >= maxAttempts)) return { state: "machine" };
  if (result === "failed" || attempts >= maxAttempts) return { state: "not_reached" };
  return { state: "waiting", nextAt: new Date(now.getTime() + retryMinutes * 60_000) };
}

/** Where an answered call is. */
export type RobocallTalk = { phase: "playing" | "waiting" | "ended"; key: string };
export type TalkEvent = { type: "played" } | { type: "key"; key: string } | { type: "timeout" } | { type: "gone" };
export const newTalk: RobocallTalk = { phase: "playing", key: "" };

/** What an answered call does next: the sound, then a key is waited for where there are any, then it ends. */
export function nextTalk(keys: readonly RobocallKey[], talk: RobocallTalk, event: TalkEvent): RobocallTalk {
  if (talk.phase === "ended") return talk;
  if (event.type === "gone" || event.type === "timeout") return { ...talk, phase: "ended" };
  if (event.type === "played") {
    if (talk.phase !== "playing") return talk;
    return { ...talk, phase: keys.length > 0 ? "waiting" : "ended" };
  }
  const pressed = keys.find(({ key }) => key === event.key);
  if (!pressed) return talk;
  if (pressed.action === "repeat") return { ...talk, phase: "playing" };
  return { phase: "ended", key: pressed.key };
}
