/** Days of a calendar, as texts "2026-11-24": they have no time and no zone. */

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(" ");

/** Monday first, as weeks are drawn. */
export const weekdayNames = [...weekdays.slice(1), "Sunday"];

export const firstDay = "0001-01-01";
export const lastDay = "9999-12-31";

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function textOf(date: Date): string {
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1) return firstDay;
  return year > 9999 ? lastDay : date.toISOString().slice(0, 10);
}

/** Whether a text is a day that there is. */
export function isDay(text: string): boolean {
  return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utc(text).getTime()) && textOf(utc(text)) === text;
}

export function addDays(day: string, days: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return textOf(date);
}

/** The same day of another month, or the last one of a month that is shorter. @example addMonths("2026-01-31", 1) is "2026-02-28" */
export function addMonths(day: string, by: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + by;
  const year = Math.floor(months / 12);
  if (year < 1) return firstDay;
  if (year > 9999) return lastDay;
  const month = `${String(year).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`;
  return `${month}-${String(Math.min(Number(day.slice(8)), daysIn(month))).padStart(2, "0")}`;
}

/** @param month "2026-11" */
function daysIn(month: string): number {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return date.getUTCDate();
}

/** 0 for Monday, 6 for Sunday. */
function placeInWeek(day: string): number {
  return (utc(day).getUTCDay() + 6) % 7;
}

/** The weeks of the month of a day, Monday first; the days of the months beside it fill the first and the last. */
export function monthWeeks(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -placeInWeek(first));
  const count = Math.ceil((placeInWeek(first) + daysIn(first.slice(0, 7))) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => addDays(start, week * 7 + place)),
  );
}

/** "Tuesday, 24 November 2026"; short "Tue, 24 November 2026" */
export function sayDay(day: string, weekday: "long" | "short" = "long"): string {
  const name = weekdays[utc(day).getUTCDay()] ?? "";
  return `${weekday === "short" ? name.slice(0, 3) : name}, ${Number(day.slice(8))} ${sayMonth(day)}`;
}

/** "November 2026" */
export function sayMonth(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(0, 4))}`;
}

/** The day that a calendar in the zone shows at an instant. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
}

/** A day within bounds, the nearest of them for one beyond. */
export function within(day: string, min = firstDay, max = lastDay): string {
  return day < min ? min : day > max ? max : day;
}

/** The day that a key leads to from a day, as in the date picker of the WAI-ARIA guide; undefined for other keys. */
export function dayByKey(day: string, key: string, shift: boolean): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -placeInWeek(day));
    case "End":
      return addDays(day, 6 - placeInWeek(day));
    case "PageUp":
      return addMonths(day, shift ? -12 : -1);
    case "PageDown":
      return addMonths(day, shift ? 12 : 1);
    default:
      return undefined;
  }
}

export type QuickDay = { label: string; day: string; time?: string };

/** Days to choose at once: those just gone, for what has happened, or those to come; with times, nine in the morning. */
export function quickDays(today: string, kind: "past" | "future", time?: string): QuickDay[] {
  if (kind === "past")
    return [
      { label: "Today", day: today },
      { label: "Yesterday", day: addDays(today, -1) },
      { label: "7 days ago", day: addDays(today, -7) },
      { label: "Start of the month", day: `${today.slice(0, 8)}01` },
    ];
  const at = time === undefined ? {} : { time };
  const said = time === undefined ? "" : ` ${time}`;
  return [
    { label: "Today", day: today },
    { label: `Tomorrow${said}`, day: addDays(today, 1), ...at },
    { label: `Next Monday${said}`, day: addDays(today, 7 - placeInWeek(today)), ...at },
  ];
}
