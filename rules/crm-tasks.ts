import { addDays, dayIn, isDay } from "./calendar";
import { clockIn, parseInstant } from "./local-time";

/** When something is due: an instant, and the day where it is due on a day at no time of it. Then it is due when the day ends. */
export type TaskDue = { due: Date; due_on: string | null };

/** The last millisecond of a day on a clock in the zone; undefined where there is no such day. */
export function endOfDay(zone: string, day: string): Date | undefined {
  if (!isDay(day)) return undefined;
  const date = addDays(day, 1);
  // The last day that there is ends nowhere.
  const next = date > day ? parseInstant(zone, { date, time: "00:00" }) : undefined;
  return next && new Date(next.getTime() - 1);
}

/** What is typed on a person's clock; without a time it is the whole day. Undefined where there is no such moment. */
export function parseDue(zone: string, { day, time }: { day: string; time: string }): TaskDue | undefined {
  if (time === "") {
    const due = endOfDay(zone, day);
    return due && { due, due_on: day };
  }
  const due = parseInstant(zone, { date: day, time });
  return due && { due, due_on: null };
}

/** The day and the time of a task as its form has them. A day is the same one in every zone. */
export function dueFields(zone: string, { due, due_on }: TaskDue): { day: string; time: string } {
  if (due_on !== null) return { day: due_on, time: "" };
  const { date, time } = clockIn(zone, due);
  return { day: date, time };
}

/** A task of a whole day rings in the morning, sixteen hours before the day ends. */
const morning = 16 * 3_600_000;

/** When a person is told that a task is due. */
export function ringsAt({ due, due_on }: TaskDue): Date {
  return due_on === null ? due : new Date(due.getTime() + 1 - morning);
}

/** The days of "My day": which day is today, when it began and ends, and when the seven days after it end. */
export type DaySpan = { day: string; begins: Date; today: Date; week: Date };

export function daySpan(zone: string, now: Date): DaySpan {
  const day = dayIn(zone, now);
  const before = endOfDay(zone, addDays(day, -1)) ?? now;
  return {
    day,
    begins: new Date(before.getTime() + 1),
    today: endOfDay(zone, day) ?? now,
    week: endOfDay(zone, addDays(day, 7)) ?? now,
  };
}

/** What "My day" is divided into. */
export const dayParts = ["late", "today", "week"] as const;
export type DayPart = (typeof dayParts)[number];

/** Where a task stands. One of a whole day stands on that day, although it may end later where it was written. */
export function dayPart({ due, due_on }: TaskDue, { day, today }: DaySpan, now: Date): DayPart {
  if (due <= now) return "late";
  return due <= today || (due_on !== null && due_on <= day) ? "today" : "week";
}
