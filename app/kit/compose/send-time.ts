import { sayMonth } from "../../../rules/calendar";
import { commas, showTime } from "../../../rules/format";
import { clockIn } from "../../../rules/local-time";
import { zoneCity } from "../zone";

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(" ");

/** "Saturday 21 November 2026, 8:00 am, Nairobi time" */
export function sayWhen(zone: string, at: Date): string {
  const [year, month = 1, day = 1] = clockIn(zone, at).date.split("-").map(Number);
  const weekday = days[new Date(Date.UTC(year ?? 1970, month - 1, day)).getUTCDay()];
  return `${weekday} ${day} ${months[month - 1]} ${year}, ${showTime(at, zone)}, ${zoneCity(zone)} time`;
}

/** "until 1 March 2027" */
export function sayUntil(day: string): string {
  return `until ${Number(day.slice(8))} ${sayMonth(day)}`;
}

/** What is wrong with a chosen time; undefined where it is to come. */
export function wrongTime(at: Date | undefined, now: Date): string | undefined {
  if (!at) return "Choose a date and a time.";
  return at <= now ? "Choose a time in the future." : undefined;
}

type Ending = { ends_at: string | null; waiting: number };

/** "Ends about Saturday 21 November 2026, 6:07 pm, Nairobi time. 3,900 messages wait until sending hours begin again." */
export function sayEnd({ ends_at, waiting }: Ending, zone: string): string {
  if (ends_at === null) return "";
  const ends = `Ends about ${sayWhen(zone, new Date(ends_at))}.`;
  if (waiting === 0) return ends;
  return `${ends} ${commas(waiting)} ${waiting === 1 ? "message waits" : "messages wait"} until sending hours begin again.`;
}
