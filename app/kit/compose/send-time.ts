import { showTime } from "../../../rules/format";
import { clockIn } from "../../../rules/local-time";
import { cityOf } from "../zone";

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = "January February March April May June July August September October November December".split(" ");

/** "Saturday 21 November 2026, 8:00 am, Nairobi time" */
export function sayWhen(zone: string, at: Date): string {
  const [year, month = 1, day = 1] = clockIn(zone, at).date.split("-").map(Number);
  const weekday = days[new Date(Date.UTC(year ?? 1970, month - 1, day)).getUTCDay()];
  return `${weekday} ${day} ${months[month - 1]} ${year}, ${showTime(at, zone)}, ${cityOf(zone)} time`;
}
