import { addDays, dayIn } from "./calendar";
import { clockIn, parseInstant } from "./local-time";

/** How often a message goes out again. */
export const recurrences = ["day", "week", "month"] as const;
export type Recurrence = (typeof recurrences)[number];

/** What a recurrence is called: "every week". */
export const recurrenceNames: Record<Recurrence, string> = {
  day: "every day",
  week: "every week",
  month: "every month",
};

const longest: Record<Recurrence, number> = { day: 1, week: 7, month: 31 };
const aDay = 86_400_000;

/**
 * When a message goes out next: at the same time of day on the clock of the zone, after a moment.
 * @param first when it went out first
 * @param until the last day on which it may go out, in the zone; null: without an end
 * @returns undefined when the last day is over
 */
export function nextOccurrence(
  { first, every, until }: { first: Date; every: Recurrence; until: string | null },
  after: Date,
  zone: string,
): Date | undefined {
  const begin = clockIn(zone, first);
  const passed = (Date.parse(dayIn(zone, after)) - Date.parse(begin.date)) / aDay;
  for (let times = Math.max(1, Math.floor(passed / longest[every])); ; times++) {
    const at = parseInstant(zone, { date: dayOf(begin.date, every, times), time: begin.time });
    if (at === undefined || at <= after) continue;
    return until !== null && dayIn(zone, at) > until ? undefined : at;
  }
}

/** The day of the nth time after the first; the 31st is the last day of a shorter month. */
function dayOf(first: string, every: Recurrence, times: number): string {
  if (every === "day") return addDays(first, times);
  if (every === "week") return addDays(first, 7 * times);
  const [year = 0, month = 1, day = 1] = first.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + times, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
