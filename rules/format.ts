/** How dates, numbers and texts are shown. Made by hand from parts, so that server and browser give the same text. */
export type Moment = Date | number | string;

export const nairobi = "Africa/Nairobi";

type Clock = { year: string; month: string; day: string; hour: number; minute: string; second: string };

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const two = "2-digit";
    const parts = { year: "numeric", month: two, day: two, hour: two, minute: two, second: two } as const;
    clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hourCycle: "h23", ...parts });
    clocks.set(zone, clock);
  }
  return clock;
}

/**
 * Zones whose clock has not moved since 1975, with their hours before UTC. A slow phone needs a fifteenth of a second to
 * ask Intl of a zone for the first time, and these are the zones of nearly everyone here.
 */
export const steadyZones: ReadonlyMap<string, number> = new Map([
  [nairobi, 3],
  ["Africa/Kampala", 3],
  ["Africa/Dar_es_Salaam", 3],
  ["Africa/Addis_Ababa", 3],
  ["Africa/Kigali", 2],
  ["Africa/Johannesburg", 2],
  ["Africa/Lagos", 1],
  ["Africa/Accra", 0],
  ["UTC", 0],
]);

const quarter = 900_000;
const shifts = new Map<string, Map<number, number | undefined>>();

/**
 * How far the zone's clock is from UTC, in milliseconds. Asked of Intl twice for each quarter of an hour, because a
 * list has many moments of few quarters; a quarter in which the clock moves (St. John's: one past midnight) has none.
 */
function shiftAt(time: number, zone: string): number {
  const steady = steadyZones.get(zone);
  if (steady !== undefined) return steady * 3_600_000;
  const known = shifts.get(zone) ?? new Map<number, number | undefined>();
  shifts.set(zone, known);
  const start = Math.floor(time / quarter) * quarter;
  if (!known.has(start)) {
    const shift = askShift(start, zone);
    if (known.size >= 2_000) known.clear();
    known.set(start, shift === askShift(start + quarter - 1_000, zone) ? shift : undefined);
  }
  return known.get(start) ?? askShift(Math.floor(time / 1_000) * 1_000, zone);
}

/** @param time a whole second */
function askShift(time: number, zone: string): number {
  const { year, month, day, hour, minute, second } = parts(time, zone);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), hour, Number(minute), Number(second)) - time;
}

/** 1975 and 2100, UTC: before and after these the zone's own parts are asked for. */
const [first, last] = [157_766_400_000, 4_102_444_800_000];

function read(moment: Moment, zone: string): Clock | undefined {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) return undefined;
  if (time < first || time > last) return parts(time, zone);
  const there = new Date(time + shiftAt(time, zone)).toISOString();
  return {
    year: there.slice(0, 4),
    month: there.slice(5, 7),
    day: there.slice(8, 10),
    hour: Number(there.slice(11, 13)),
    minute: there.slice(14, 16),
    second: there.slice(17, 19),
  };
}

function parts(time: number, zone: string): Clock {
  const found: Record<string, string> = {};
  for (const { type, value } of clockIn(zone).formatToParts(time)) found[type] = value;
  return {
    year: (found.year ?? "").padStart(4, "0"),
    month: found.month ?? "",
    day: found.day ?? "",
    hour: Number(found.hour),
    minute: found.minute ?? "",
    second: found.second ?? "",
  };
}

/** "2026.03.09 2:05:41 pm" (R095); "" for a moment that is none. Takes a UTC instant, numbers in milliseconds. */
export function showDate(moment: Moment, zone: string = nairobi): string {
  const clock = read(moment, zone);
  if (!clock) return "";
  return `${clock.year}.${clock.month}.${clock.day} ${hour12(clock.hour)}:${clock.minute}:${clock.second} ${half(clock.hour)}`;
}

/** "2026.03.09" */
export function showDay(moment: Moment, zone: string = nairobi): string {
  const clock = read(moment, zone);
  return clock ? `${clock.year}.${clock.month}.${clock.day}` : "";
}

/** "2:05 pm" (R095) */
export function showTime(moment: Moment, zone: string = nairobi): string {
  const clock = read(moment, zone);
  return clock ? `${hour12(clock.hour)}:${clock.minute} ${half(clock.hour)}` : "";
}

function hour12(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

function half(hour: number): "am" | "pm" {
  return hour < 12 ? "am" : "pm";
}

/** Seconds as the two largest units that say something: "45 s", "1 min 21 s", "2 h 5 min", "3 days 4 h". */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "";
  const total = Math.max(0, Math.round(seconds));
  const days = Math.floor(total / 86_400);
  const hours = Math.floor((total % 86_400) / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  if (days > 0) return two(`${days} ${days === 1 ? "day" : "days"}`, hours, "h");
  if (hours > 0) return two(`${hours} h`, minutes, "min");
  return minutes > 0 ? two(`${minutes} min`, total % 60, "s") : `${total} s`;
}

function two(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}

/** A moment beside another: "just now", "5 min ago", "in 2 h". Only the largest unit, never rounded up. */
export function ago(moment: Moment, now: Moment): string {
  const seconds = (new Date(now).getTime() - new Date(moment).getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const size = Math.abs(seconds);
  if (size < 30) return "just now";
  const words = duration(size < 60 ? Math.floor(size) : floorTo(size))
    .split(" ")
    .slice(0, 2)
    .join(" ");
  return seconds > 0 ? `${words} ago` : `in ${words}`;
}

function floorTo(seconds: number): number {
  const unit = seconds >= 86_400 ? 86_400 : seconds >= 3600 ? 3600 : 60;
  return Math.floor(seconds / unit) * unit;
}

/** Numbers with thousands commas (R149): 1234567.5 is "1,234,567.5". */
export function commas(value: number | bigint): string {
  if (typeof value === "number" && !Number.isFinite(value)) return "–";
  const [whole = "", fraction] = String(value).split(".");
  if (/[^\d-]/.test(whole)) return String(value);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The label under a list (R108). */
export function pageLabel(page: number, pages: number): string {
  return `Page ${commas(page)} of ${commas(pages)}`;
}

/** At most `most` characters of the text, cut at the last word boundary, and " ..." (R148). One long word is cut hard. */
export function shorten(text: string, most: number): string {
  const whole = text.trim();
  if (whole.length <= most) return whole;
  let cut = whole.slice(0, most);
  if (/\S/.test(whole[most] ?? "")) {
    const boundary = cut.search(/\s\S*$/);
    if (boundary > 0) cut = cut.slice(0, boundary);
    else if (/[\ud800-\udbff]$/.test(cut)) cut = cut.slice(0, -1);
  }
  return `${cut.trimEnd()} ...`;
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A local date as an axis names it, "9 Nov", or a month, "Mar 2026". @param date "2026-11-09" or "2026-03" */
export function axisDate(date: string): string {
  const [year, month, day] = date.split("-");
  const name = monthNames[Number(month) - 1] ?? "";
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name}`;
}
