import { addDays, dayIn, isDay } from "./calendar";
import { clockIn, parseInstant } from "./local-time";

/** When something is due: an instant. A task of a whole day is due when the day ends on the account's clock. */
export type Due = { due: Date; all_day: boolean };

/** The last millisecond of a day on a clock in the zone; undefined where there is no such day. */
export function endOfDay(zone: string, day: string): Date | undefined {
  if (!isDay(day)) return undefined;
  const date = addDays(day, 1);
  // The last day that there is ends nowhere.
  const next = date > day ? parseInstant(zone, { date, time: "00:00" }) : undefined;
  return next && new Date(next.getTime() - 1);
}

/** What is typed on the account's clock; without a time it is the whole day. Undefined where there is no such moment. */
export function parseDue(zone: string, { day, time }: { day: string; time: string }): Due | undefined {
  if (time === "") {
    const due = endOfDay(zone, day);
    return due && { due, all_day: true };
  }
  const due = parseInstant(zone, { date: day, time });
  return due && { due, all_day: false };
}

/** The day and the time of a task as its form has them. */
export function dueFields(zone: string, { due, all_day }: Due): { day: string; time: string } {
  const { date, time } = clockIn(zone, due);
  return { day: date, time: all_day ? "" : time };
}

/** A task of a whole day rings in the morning, sixteen hours before the day ends. */
const morning = 16 * 3_600_000;

/** When a person is told that a task is due. */
export function ringsAt({ due, all_day }: Due): Date {
  return all_day ? new Date(due.getTime() + 1 - morning) : due;
}

/** The days of "My day": when today began and ends, and when the seven days after it end. */
export type DaySpan = { begins: Date; today: Date; week: Date };

export function daySpan(zone: string, now: Date): DaySpan {
  const today = dayIn(zone, now);
  const before = endOfDay(zone, addDays(today, -1)) ?? now;
  return {
    begins: new Date(before.getTime() + 1),
    today: endOfDay(zone, today) ?? now,
    week: endOfDay(zone, addDays(today, 7)) ?? now,
  };
}

/** What "My day" is divided into. */
export const dayParts = ["late", "today", "week"] as const;
export type DayPart = (typeof dayParts)[number];

/** Where something stands that is due, or begins, at this instant. What begins today is never late. */
export function dayPart(at: Date, { today }: DaySpan, now: Date, begins = false): DayPart {
  if (!begins && at <= now) return "late";
  return at <= today ? "today" : "week";
}
