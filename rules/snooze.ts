import { clockIn, parseInstant } from "./local-time";

/** A conversation can be put aside for so many days at most. */
export const maxSnoozeDays = 365;
const morning = "08:00";
const day = 86_400_000;

/** The times that are offered, in the order in which they are listed. */
export const snoozeChoices = { hour: "In one hour", tomorrow: "Tomorrow at 8:00", monday: "Monday at 8:00" } as const;
export type SnoozeChoice = keyof typeof snoozeChoices;

/** When an offered time is, by a clock of the zone. On a Monday, Monday is the next one. */
export function snoozeTime(choice: SnoozeChoice, zone: string, now: Date): Date {
  if (choice === "hour") return new Date(now.getTime() + 3_600_000);
  const { date } = clockIn(zone, now);
  const today = new Date(`${date}T00:00:00Z`);
  const days = choice === "tomorrow" ? 1 : (8 - today.getUTCDay()) % 7 || 7;
  const target = new Date(today.getTime() + days * day).toISOString().slice(0, 10);
  return parseInstant(zone, { date: target, time: morning }) ?? new Date(now.getTime() + days * day);
}

/** Why a conversation can't be put aside until then; undefined: it can. */
export function snoozeFault(until: number, now: number): string | undefined {
  if (until <= now) return "Choose a time that is still to come.";
  return until > now + maxSnoozeDays * day ? "Choose a time within a year." : undefined;
}
